/** The version of this package, and of the native addon that it needs. */
export const version = "0.1.0";
