/** A program is handed back as `success` only from this confidence on; marks of what is settled stand here too. */
export const successThreshold = 0.95;
