const vague =
  /^(?:[a-z]|fn|func|function|main|run|solve|solver|solution|program|test|foo|bar|calc|compute|process|handle|do_it|my_func\w*)\d*$/iu;

/** A name of a function that says nothing of what it does, e.g. `f` or `solve`. */
export const isVagueName = (name: string): boolean => vague.test(name);
