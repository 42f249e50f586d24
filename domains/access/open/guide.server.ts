import { readFile } from 'node:fs/promises'

const EXAMPLES = [
  ['curl', 'sh', 'open.sh'],
  ['Node', 'js', 'open.mjs'],
  ['Java', 'java', 'Open.java'],
  ['PHP', 'php', 'open.php'],
] as const

const fileText = async (name: string): Promise<string> =>
  (await readFile(new URL(name, import.meta.url), 'utf8')).trim()

/** What integrators read before the calls, in Markdown, with an example for each language. Orders §8. */
export async function openGuide(): Promise<string> {
  const examples = await Promise.all(
    EXAMPLES.map(async ([title, language, name]) => {
      const code = await fileText(`./examples/${name}`)
      return `### ${title}\n\n\`\`\`${language}\n${code}\n\`\`\``
    }),
  )
  return [await fileText('./guide.md'), '## 示例', ...examples].join('\n\n')
}
