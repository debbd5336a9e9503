import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import type { ApiCatalogue } from '../page/catalogue.ts'

const PAGE = fileURLToPath(new URL('../page', import.meta.url))

/** Builds the console into a folder: `index.html`, and a script and a stylesheet with the hash of their content in their names; each also compressed. */
export async function buildConsole(folder: string, catalogue: ApiCatalogue): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [join(PAGE, 'main.tsx')],
    outdir: folder,
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { CATALOGUE: JSON.stringify(catalogue) },
    banner: { js: '/* Contains Preact, eventsource-parser and uPlot, which have the MIT license. */' },
  })
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  let html = await readFile(join(PAGE, 'index.html'), 'utf8')
  for (const extension of ['js', 'css']) {
    const file = outputFiles.find(({ path }) => path.endsWith(`.${extension}`))
    if (file === undefined) throw new Error(`the bundle has no .${extension} file: import one in main.tsx`)
    const hash = createHash('sha256').update(file.contents).digest('hex').slice(0, 12)
    const name = `console.${hash}.${extension}`
    html = html.replace(`/console/main.${extension}`, `/console/${name}`)
    await writeEncoded(join(folder, name), file.contents)
  }
  await writeEncoded(join(folder, 'index.html'), Buffer.from(html))
}

/** Writes a file, and its variants for clients that accept compressed ones. */
async function writeEncoded(path: string, contents: Uint8Array): Promise<void> {
  await writeFile(path, contents)
  await writeFile(`${path}.br`, brotliCompressSync(contents))
  await writeFile(`${path}.gz`, gzipSync(contents, { level: 9 }))
}
