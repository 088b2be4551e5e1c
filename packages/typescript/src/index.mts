/** The same objects for `import` as for `require`, so that `instanceof` holds between the two. */
export * from "./index.js";
