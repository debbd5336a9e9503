/** Values of examples in the OpenAPI document. */
export const COMMIT = '1f0e4b7c9d2a3b4c5d6e7f8091a2b3c4d5e6f708'
export const BLOB = 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3'
export const origin = { fullName: 'shop/deploy', ref: 'main', commit: COMMIT }
