/** Edits the default of a variable instead of the attribute that reads it, where nothing else reads or sets it. */
import { type Literal, literalOf, writeLiteral } from '../hcl/literal.ts'
import type { PlacedEdit } from './lines.ts'
import { callsOf } from './module-calls.ts'
import {
  attributeOf,
  blocksOf,
  inFolder,
  mentionsOf,
  placeOf,
  placeOfBlock,
  Refusal,
  type Workspace,
} from './workspace.ts'

interface VariableRequest {
  variable: string
  value: Literal
  /** Where the variable is read. */
  readAt: string
  manual: string
}

export function variableDefault(
  workspace: Workspace,
  folder: string,
  { variable, value, readAt, manual }: VariableRequest,
): PlacedEdit[] {
  const name = `var.${variable}`
  const refuse = (why: string): never => {
    throw new Refusal(`${readAt} is ${name}, ${why}. By hand: ${manual}`)
  }
  const sources = inFolder(workspace.sources, folder)
  const declared = blocksOf(sources, 'variable').filter(({ block }) => block.labels[0] === variable)
  const [only] = declared
  const attribute = only && attributeOf(only.block.body, 'default')
  const literal = attribute && literalOf(only.source.text, attribute.value)
  if (!only || declared.length > 1 || !attribute || literal === undefined)
    return refuse('which has no literal default in this folder')
  const uses = sources.flatMap((source) => mentionsOf(source.code, name).map((position) => placeOf(source, position)))
  if (uses.length !== 1) return refuse(`which is read in ${uses.length} places (${uses.slice(0, 3).join('; ')})`)
  const setter = workspace.values.find(({ body }) => attributeOf(body, variable))
  const setAt = setter && attributeOf(setter.body, variable)
  if (setter && setAt) return refuse(`which ${placeOf(setter, setAt.span.start)} sets`)
  const call = callsOf(workspace, folder).find(({ block }) => attributeOf(block.body, variable))
  if (call) return refuse(`which the module at ${placeOfBlock(call)} sets`)
  if (literal === value) return []
  return [{ ...attribute.value, source: only.source, text: writeLiteral(value) }]
}
