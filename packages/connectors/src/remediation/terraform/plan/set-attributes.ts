/** Sets attributes of one block: where they are in its file, or at the default of the variable that they read. */
import type { Setting } from '../change.ts'
import { literalOf, writeLiteral } from '../hcl/literal.ts'
import type { HclBody } from '../hcl/syntax.ts'
import { insertion, type PlacedEdit, removalOfLines } from './lines.ts'
import { variableDefault } from './variable-default.ts'
import {
  addressOf,
  attributeOf,
  bodiesAt,
  type PlacedBlock,
  placeOf,
  placeOfBlock,
  Refusal,
  type Workspace,
} from './workspace.ts'

interface SetRequest {
  settings: readonly Setting[]
  removes?: readonly string[]
  manual: string
}

export function setAttributes(
  workspace: Workspace,
  placed: PlacedBlock,
  { settings, removes = [], manual }: SetRequest,
): PlacedEdit[] {
  const edits = settings.flatMap((setting) => {
    const path = setting.pathIn?.[placed.block.labels[0] ?? ''] ?? setting.path
    refuseIgnored(placed, path, manual)
    return editOf(workspace, placed, { setting: { ...setting, path }, removes, manual })
  })
  const removals = removes.flatMap((path) => removalsOf(placed, path))
  const all = [...edits, ...removals]
  if (all.length === 0)
    throw new Refusal(`${placeOfBlock(placed)}: ${addressOf(placed)} is set so already. Apply it with Terraform.`)
  return all
}

function editOf(
  workspace: Workspace,
  placed: PlacedBlock,
  { setting: { path, value }, removes, manual }: { setting: Setting; removes: readonly string[]; manual: string },
): PlacedEdit[] {
  const { source } = placed
  const body = singleBody(placed, path, manual)
  const name = path.split('.').at(-1) ?? path
  const written = writeLiteral(value)
  const attribute = attributeOf(body, name)
  if (!attribute) return [insertion(source, body, { name, value: written, removed: removes })]
  const literal = literalOf(source.text, attribute.value)
  if (literal === value) return []
  if (literal !== undefined) return [{ ...attribute.value, source, text: written }]
  const expression = source.text.slice(attribute.value.start, attribute.value.end)
  // "${var.size}" is how Terraform before 0.12 wrote var.size.
  const [, variable] = /^(?:"\$\{\s*)?var\.([\w-]+)(?:\s*\}")?$/.exec(expression) ?? []
  const readAt = `${placeOf(source, attribute.span.start)}: ${name}`
  if (variable === undefined)
    throw new Refusal(`${readAt} is an expression, which Kept does not change. By hand: ${manual}`)
  return variableDefault(workspace, source.folder, { variable, value, readAt, manual })
}

function singleBody(placed: PlacedBlock, path: string, manual: string): HclBody {
  const parents = path.split('.').slice(0, -1)
  const [body, ...more] = bodiesAt(placed.block.body, parents)
  if (body && more.length === 0) return body
  const count = body ? 'several blocks' : 'no block'
  throw new Refusal(
    `${placeOfBlock(placed)}: ${addressOf(placed)} has ${count} ${parents.join('.')}. By hand: ${manual}`,
  )
}

/** With `ignore_changes`, Terraform leaves the attribute as it is in the cloud, so a change in the file does nothing. */
function refuseIgnored(placed: PlacedBlock, path: string, manual: string): void {
  const { source, block } = placed
  for (const lifecycle of bodiesAt(block.body, ['lifecycle'])) {
    const ignored = attributeOf(lifecycle, 'ignore_changes')
    if (!ignored) continue
    const names: readonly string[] = source.code.slice(ignored.value.start, ignored.value.end).match(/[\w-]+/g) ?? []
    if (names.includes('all') || names.includes(path.split('.')[0] ?? ''))
      throw new Refusal(
        `${placeOf(source, ignored.span.start)}: ignore_changes keeps Terraform from changing ${path}. By hand: ${manual}`,
      )
  }
}

function removalsOf({ source, block }: PlacedBlock, path: string): PlacedEdit[] {
  const parts = path.split('.')
  return bodiesAt(block.body, parts.slice(0, -1)).flatMap((body) => {
    const attribute = attributeOf(body, parts.at(-1) ?? '')
    return attribute ? [removalOfLines(source, attribute.span)] : []
  })
}
