/** Any string, the named ones suggested. */
export type Open<Known extends string> = Known | (string & {});
