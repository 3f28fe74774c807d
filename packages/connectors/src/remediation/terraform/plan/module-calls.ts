/** Which `module` blocks use a folder. A change in a folder that is used twice would change two resources. */
import { literalOf } from '../hcl/literal.ts'
import { attributeOf, blocksOf, type PlacedBlock, placeOfBlock, Refusal, type Workspace } from './workspace.ts'

export function callsOf({ sources }: Workspace, folder: string): PlacedBlock[] {
  return blocksOf(sources, 'module').filter(({ source, block }) => {
    const attribute = attributeOf(block.body, 'source')
    const path = attribute && literalOf(source.text, attribute.value)
    return typeof path === 'string' && /^\.{1,2}\//.test(path) && joined(source.folder, path) === folder
  })
}

/** `app` of `live` and `../app/`. */
function joined(folder: string, path: string): string {
  const parts = folder === '' ? [] : folder.split('/')
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

const repeaters = ['count', 'for_each']

/** Throws a Refusal where the block declares several resources, or an unknown number of them. */
export function requireSingle(workspace: Workspace, placed: PlacedBlock, manual: string): void {
  refuseRepeated(placed, manual)
  const calls = callsOf(workspace, placed.source.folder)
  if (calls.length > 1)
    throw new Refusal(
      `${placeOfBlock(placed)}: the block is in a module that is used ${calls.length} times, so a change there would change more than this resource. By hand: ${manual}`,
    )
  for (const call of calls) refuseRepeated(call, manual)
}

function refuseRepeated(placed: PlacedBlock, manual: string): void {
  const repeater = placed.block.body.attributes.find(({ name }) => repeaters.includes(name))
  if (!repeater) return
  const { type, labels } = placed.block
  const name = type === 'module' ? `module.${labels[0]}` : labels.join('.')
  throw new Refusal(
    `${placeOfBlock(placed)}: ${name} is repeated with ${repeater.name}, so a change there would change more than this resource. By hand: ${manual}`,
  )
}
