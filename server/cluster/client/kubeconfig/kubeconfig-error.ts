/**
 * A kubeconfig, or a part of one, is not usable. The message says what is wrong, without values of the file, which may be
 * secrets.
 */
export class KubeconfigError extends Error {}
