/** The sign-in cannot be opened as it is configured. */
export class SignInError extends Error {}
