/** The sign-in configuration is not usable. */
export class SignInError extends Error {}
