/** Removes a block with those that only belong to it. Refused where anything else refers to it: the plan would fail. */
import { literalOf } from '../hcl/literal.ts'
import { joinRemovals, type PlacedEdit, removalOfBlock } from './lines.ts'
import {
  addressOf,
  blanked,
  blocksOf,
  bodiesAt,
  inFolder,
  mentionsOf,
  type PlacedBlock,
  placeOf,
  Refusal,
  resourcesOf,
  type Workspace,
} from './workspace.ts'

export function removeBlock(
  workspace: Workspace,
  placed: PlacedBlock,
  { companions, manual }: { companions: readonly string[]; manual: string },
): PlacedEdit[] {
  const sources = inFolder(workspace.sources, placed.source.folder)
  const removed = withCompanions(resourcesOf({ sources, values: [] }, companions), placed)
  for (const block of removed) refuseProtected(block, manual)
  const addresses = removed.map(addressOf)
  const mentions = ({ source, block }: PlacedBlock) => mentionedIn(codeOf({ source, block }), addresses)
  // An import of what is no longer declared is an error; a `moved` block may stay.
  const gone = [...removed, ...blocksOf(sources, 'import').filter(mentions)]
  const harmless = [...gone, ...blocksOf(sources, 'moved').filter(mentions)]
  for (const source of sources) {
    const spans = harmless.filter((block) => block.source === source).map(({ block }) => block.span)
    const code = blanked(source.code, spans)
    const position = addresses.flatMap((address) => mentionsOf(code, address))[0]
    if (position !== undefined)
      throw new Refusal(
        `${placeOf(source, position)} refers to ${addressOf(placed)}, so the block cannot be removed alone. By hand: change that first, then ${manual}`,
      )
  }
  return joinRemovals(gone.map(({ source, block }) => removalOfBlock(source, block.span)))
}

/** The block, and the companions that refer to it or to one of them. */
function withCompanions(companions: readonly PlacedBlock[], placed: PlacedBlock): PlacedBlock[] {
  const removed = [placed]
  for (let before = 0; before < removed.length; ) {
    before = removed.length
    const addresses = removed.map(addressOf)
    for (const companion of companions) {
      const isListed = removed.some(({ block }) => block === companion.block)
      if (!isListed && mentionedIn(codeOf(companion), addresses)) removed.push(companion)
    }
  }
  return removed
}

const codeOf = ({ source, block }: PlacedBlock): string => source.code.slice(block.span.start, block.span.end)

const mentionedIn = (code: string, addresses: readonly string[]): boolean =>
  addresses.some((address) => mentionsOf(code, address).length > 0)

/** With them, Terraform plans no removal, or the cloud refuses it. */
const protections = ['prevent_destroy', 'enable_deletion_protection', 'deletion_protection']

function refuseProtected({ source, block }: PlacedBlock, manual: string): void {
  for (const body of [block.body, ...bodiesAt(block.body, ['lifecycle'])]) {
    const attribute = body.attributes.find(
      ({ name, value }) => protections.includes(name) && literalOf(source.text, value) !== false,
    )
    if (attribute)
      throw new Refusal(
        `${placeOf(source, attribute.span.start)}: ${attribute.name} protects ${block.labels.join('.')}. By hand: remove the protection, then ${manual}`,
      )
  }
}
