/** Names of files as the sandbox sees them: relative, with slashes, and leading nowhere on this machine. */
export const plainName = /^(?:[\w-][\w.-]{0,80}\/){0,6}[\w-][\w.-]{0,80}$/;
