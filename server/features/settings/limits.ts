/** Entries of each list or map of a person. */
export const MAX_ENTRIES = 200
/** Files of a basket. */
export const MAX_FILES = 100
/** Contents of all files of a basket, old and new, as UTF-8. */
export const MAX_CONTENT_BYTES = 1024 * 1024
/**
 * Sealed text of one field. Together with the rest of the record, which Kubernetes stores nearly twice (managedFields), it
 * stays below the 1.5 MiB that etcd accepts.
 */
export const MAX_SEALED_BYTES = 700 * 1024
/** Everything of a record that is stored in clear, as JSON. */
export const MAX_PLAIN_BYTES = 256 * 1024
/** Bodies with files: contents at the limit, in which JSON escapes every other character. */
export const LARGE_BODY_BYTES = 4 * 1024 * 1024
