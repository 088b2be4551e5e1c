/** The same objects for `import` as for `require`. */
export * from "./index.js";
