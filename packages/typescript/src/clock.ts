/** The hidden option by which axonium/testing gives a client its clock. */

/** Key of the option; the value is the bridge's `clock`. */
export const clock: unique symbol = Symbol("axonium.clock");
