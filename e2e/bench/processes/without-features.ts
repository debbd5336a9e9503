/*
 * Preloaded before the built service (node --import): leaves out the features that have to be configured, with
 * everything that only they load. This is the reference that P25 compares the service with.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const LEFT_OUT = ['settings', 'notifications', 'repohost', 'repohost-app', 'ai']
/** Functions that the start of the features calls besides the features themselves, without effect. */
const WITHOUT_EFFECT =
  'const openStore = async () => ({ close: async () => {} }); const openRepositoryHost = async () => undefined;'

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    if (!url.endsWith('/dist/app/features.js')) return loaded
    return { ...loaded, source: without(readFileSync(new URL(url), 'utf8')) }
  },
})

/** Returns the module of the register of features without these features. */
function without(source: string): string {
  const folders = LEFT_OUT.join('|')
  const imports = new RegExp(`^import \\{[^}]*\\} from '\\.\\./features/(?:${folders})/[^']*';$`, 'gm')
  const rows = /^\s*(?:settings|notifications|repohost|repohostApp|ai)Feature,$/gm
  if (source.match(rows)?.length !== LEFT_OUT.length)
    throw new Error('the register of features has another form than P25 expects')
  return source.replaceAll(imports, '').replaceAll(rows, '') + WITHOUT_EFFECT
}
