const nothing = (): void => undefined

/** A log for Octokit that writes nothing: what fails becomes an error of this service. */
export const silentLog = { debug: nothing, info: nothing, warn: nothing, error: nothing }
