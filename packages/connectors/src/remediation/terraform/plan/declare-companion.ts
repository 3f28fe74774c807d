/** Declares a second resource below the block, or changes the one that is already there. */
import type { TerraformAction } from '../change.ts'
import { newlineOf } from '../hcl/edit.ts'
import { writeDeclaration } from '../snippet.ts'
import { endOfLine, type PlacedEdit } from './lines.ts'
import { setAttributes } from './set-attributes.ts'
import {
  addressOf,
  attributeOf,
  bodiesAt,
  inFolder,
  mentionsOf,
  type PlacedBlock,
  placeOfBlock,
  Refusal,
  resourcesOf,
  type Workspace,
} from './workspace.ts'

type DeclareAction = Extract<TerraformAction, { do: 'declare' }>

export function declareCompanion(
  workspace: Workspace,
  placed: PlacedBlock,
  { action, manual }: { action: DeclareAction; manual: string },
): PlacedEdit[] {
  const { source, block } = placed
  const name = block.labels[1] ?? ''
  if (action.inline && bodiesAt(block.body, [action.inline]).length > 0)
    throw new Refusal(
      `${placeOfBlock(placed)}: ${addressOf(placed)} has blocks ${action.inline}, so ${action.type} would have no effect. By hand: ${manual}`,
    )
  const sources = inFolder(workspace.sources, source.folder)
  const siblings = resourcesOf({ sources, values: [] }, [action.type])
  const existing = siblings.find((sibling) => {
    const attribute = attributeOf(sibling.block.body, action.reference.attribute)
    const code = attribute && sibling.source.code.slice(attribute.value.start, attribute.value.end)
    return code !== undefined && mentionsOf(code, addressOf(placed)).length > 0
  })
  if (existing && action.settings.length > 0)
    return setAttributes(workspace, existing, { settings: action.settings, manual })
  const taken = existing ?? siblings.find((sibling) => sibling.block.labels[1] === name)
  if (taken) throw new Refusal(`${placeOfBlock(taken)} declares ${addressOf(taken)} already. By hand, there: ${manual}`)
  const newline = newlineOf(source.text)
  const position = endOfLine(source.text, block.span.end)
  const declaration = writeDeclaration(action, block.labels[0] ?? '', name).replaceAll('\n', newline)
  return [{ source, start: position, end: position, text: `${newline}${newline}${declaration}` }]
}
