/** The change as Terraform text, for those who write it themselves. */
import type { TerraformAction, TerraformChange } from './change.ts'
import { writeLiteral } from './hcl/literal.ts'

type DeclareAction = Extract<TerraformAction, { do: 'declare' }>

/** `name` is that of the block in the customer's files. */
export function snippetOf({ types: [type = ''], action }: TerraformChange, name: string): string {
  const label = labelOf(name)
  if (action.do === 'declare') return writeDeclaration(action, type, label)
  if (action.do === 'remove')
    return `# Remove this block, and what refers to it.\nresource "${type}" "${label}" { ... }`
  return writeResource(type, label, action.settings)
}

export function writeDeclaration(
  { type, reference, settings, blocks = '' }: DeclareAction,
  referredType: string,
  name: string,
): string {
  const lines = [
    { path: reference.attribute, text: `${referredType}.${name}.${reference.referred}` },
    ...settings.map(({ path, value }) => ({ path, text: writeLiteral(value) })),
  ]
  return `resource "${type}" "${name}" {\n${aligned(lines, '  ')}\n${blocks === '' ? '' : `${blocks}\n`}}`
}

function writeResource(
  type: string,
  label: string,
  settings: readonly { path: string; value: string | number | boolean }[],
) {
  const own = settings.filter(({ path }) => !path.includes('.'))
  const nested = Map.groupBy(
    settings.filter(({ path }) => path.includes('.')),
    ({ path }) => path.split('.')[0] ?? '',
  )
  const lines = (entries: typeof settings, indent: string) =>
    aligned(
      entries.map(({ path, value }) => ({ path: path.split('.').at(-1) ?? path, text: writeLiteral(value) })),
      indent,
    )
  const blocks = [...nested].map(([block, entries]) => `  ${block} {\n${lines(entries, '    ')}\n  }`)
  const body = [...(own.length > 0 ? [lines(own, '  ')] : []), ...blocks].join('\n')
  return `resource "${type}" "${label}" {\n${body}\n}`
}

function aligned(lines: readonly { path: string; text: string }[], indent: string): string {
  const width = Math.max(...lines.map(({ path }) => path.length))
  return lines.map(({ path, text }) => `${indent}${path.padEnd(width)} = ${text}`).join('\n')
}

/** A name that Terraform accepts. */
function labelOf(name: string): string {
  const label = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '_')
    .replace(/^[^a-z_]+/, '')
  return label === '' ? 'this' : label.slice(0, 60)
}

/** What to do by hand, as the end of a sentence. */
export function manualOf({ types: [type = ''], action }: TerraformChange): string {
  if (action.do === 'remove') return `remove the block ${type}.`
  const settings = action.settings.map(({ path, value }) => `${path} = ${writeLiteral(value)}`).join(', ')
  if (action.do === 'declare') return `declare ${action.type}${settings && ` with ${settings}`} for it.`
  const removes = action.removes?.length ? `, and remove ${action.removes.join(', ')}` : ''
  return `set ${settings}${removes}.`
}
