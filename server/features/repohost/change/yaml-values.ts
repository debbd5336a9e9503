import { CORE_SCHEMA, loadAll, mergeTag } from 'js-yaml'

/** YAML as Kubernetes reads it, with merge keys. */
const SCHEMA = CORE_SCHEMA.withTags(mergeTag)

/**
 * Returns the values of all documents. This parser takes time in proportion to any text, expands no alias, and ends at a
 * depth of 100; the one of package `yaml` takes minutes for a megabyte of keys, and nested lists can end the process in it.
 */
export function yamlValues(content: string): unknown[] {
  return loadAll(content, { schema: SCHEMA })
}
