/**
 * The block that declares a resource: by the tags of Yor, by an `import` block, by literal names, or because there is
 * only one that is set as the resource was before the change. Several are refused: the wrong resource must not change.
 */
import type { Identity, TerraformChange } from '../change.ts'
import { type Literal, literalEntries, literalOf } from '../hcl/literal.ts'
import { callsOf } from './module-calls.ts'
import {
  addressOf,
  attributeOf,
  blocksOf,
  bodiesAt,
  type PlacedBlock,
  placeOfBlock,
  Refusal,
  resourcesOf,
  type Workspace,
} from './workspace.ts'

export interface BlockRequest {
  change: TerraformChange
  /** Tags of the resource in the cloud. */
  tags: Readonly<Record<string, string>>
  /** `owner/name` of the repository. */
  repository: string
  /** What the changed attribute is in the cloud now; null for not set, undefined where it is unknown. */
  before: Literal | null | undefined
  /** What to do by hand, for a refusal. */
  manual: string
}

export interface RecognizedBlock extends PlacedBlock {
  /** How it was recognized, as a sentence. */
  evidence: string
}

export function findBlock(workspace: Workspace, request: BlockRequest): RecognizedBlock {
  refuseOtherRepository(request)
  const all = resourcesOf(workspace, request.change.types)
  const open = all.filter((placed) => !isContradicted(placed, request.change.identities))
  const ways = [
    {
      evidence: 'Its tag yor_trace is that of the resource.',
      // A trace is one resource's own, whatever its name has become since.
      matching: all.filter((placed) => hasTrace(placed, request.tags.yor_trace)),
    },
    {
      evidence: 'An import block gives it the ID of the resource.',
      matching: open.filter((placed) => isImported(workspace, placed, request.change.importIds)),
    },
    {
      evidence: 'It has the name of the resource.',
      matching: open.filter((placed) => isNamed(placed, request.change.identities)),
    },
  ]
  for (const { evidence, matching } of ways) {
    const [placed, ...more] = matching.length > 1 ? nearTag(matching, request.tags.git_file) : matching
    if (placed && more.length > 0) throw new Refusal(severalSentence([placed, ...more], request))
    if (placed) return { ...placed, evidence }
  }
  const [only, ...others] = all
  if (only && others.length === 0 && open.length === 1 && isAsBefore(only, request))
    return {
      ...only,
      evidence: 'It is the only block of its type, and has the present value: check that it is the right one.',
    }
  throw new Refusal(noneSentence(workspace, all, request))
}

function refuseOtherRepository({ tags, repository }: BlockRequest): void {
  const { git_org: owner, git_repo: name } = tags
  if (!owner || !name || repository === '') return
  const tagged = `${owner}/${name}`
  if (tagged.toLowerCase() !== repository.toLowerCase())
    throw new Refusal(
      `The tags of the resource say that ${tagged} declares it, not ${repository}. Use a GitHub channel of that repository.`,
    )
}

/** Yor names the file too: of several blocks with one name, that file's. */
function nearTag(matching: readonly PlacedBlock[], file: string | undefined): readonly PlacedBlock[] {
  const near = file ? matching.filter(({ source }) => `/${source.path}`.endsWith(`/${file}`)) : []
  return near.length > 0 ? near : matching
}

function hasTrace({ source, block }: PlacedBlock, trace: string | undefined): boolean {
  const tags = attributeOf(block.body, 'tags') ?? attributeOf(block.body, 'labels')
  return Boolean(trace && tags && literalEntries(source.text, tags.value).get('yor_trace') === trace)
}

function isImported({ sources }: Workspace, placed: PlacedBlock, ids: readonly string[]): boolean {
  return blocksOf(sources, 'import').some(({ source, block }) => {
    const [to, id] = [attributeOf(block.body, 'to'), attributeOf(block.body, 'id')]
    if (!to || !id || source.folder !== placed.source.folder) return false
    const value = literalOf(source.text, id.value)
    const isSame = typeof value === 'string' && ids.includes(value)
    return isSame && source.text.slice(to.value.start, to.value.end) === addressOf(placed)
  })
}

const isNamed = (placed: PlacedBlock, identities: readonly Identity[]) =>
  identities.some((identity) => identity.isDecisive && isSameName(literalAt(placed, identity.path), identity))

const isContradicted = (placed: PlacedBlock, identities: readonly Identity[]) =>
  identities.some((identity) => {
    const literal = literalAt(placed, identity.path)
    return literal !== undefined && !isSameName(literal, identity)
  })

function isSameName(literal: Literal | undefined, { value, ignoresCase }: Identity): boolean {
  if (literal === undefined) return false
  return ignoresCase ? String(literal).toLowerCase() === value.toLowerCase() : String(literal) === value
}

/** Of an attribute, of one in a nested block (`metadata.name`), or of an entry of an object (`tags.Name`). */
function literalAt({ source, block }: PlacedBlock, path: string): Literal | undefined {
  const parts = path.split('.')
  const name = parts.at(-1) ?? ''
  const object = parts.length === 2 ? attributeOf(block.body, parts[0] ?? '') : undefined
  if (object) return literalEntries(source.text, object.value).get(name)
  const [body, ...more] = bodiesAt(block.body, parts.slice(0, -1))
  const attribute = body && more.length === 0 ? attributeOf(body, name) : undefined
  return attribute && literalOf(source.text, attribute.value)
}

function isAsBefore(placed: PlacedBlock, { change: { action }, before }: BlockRequest): boolean {
  const [setting] = action.do === 'set' ? action.settings : []
  if (!setting || before === undefined) return false
  const path = setting.pathIn?.[placed.block.labels[0] ?? ''] ?? setting.path
  const body = bodiesAt(placed.block.body, path.split('.').slice(0, -1))[0]
  if (before === null) return body !== undefined && !attributeOf(body, path.split('.').at(-1) ?? '')
  return literalAt(placed, path) === before
}

function severalSentence(matching: readonly PlacedBlock[], { manual }: BlockRequest): string {
  return `Several blocks may declare the resource: ${listed(matching)}. By hand, in the right one: ${manual}`
}

function noneSentence(workspace: Workspace, all: readonly PlacedBlock[], { change, manual, repository }: BlockRequest) {
  const types = change.types.join(' or ')
  const failures = workspace.sources.map(({ failure }) => failure).filter(Boolean)
  const unread = failures.length > 0 ? ` ${failures.length} could not be read, the first is ${failures[0]}.` : ''
  if (all.length === 0) {
    const where = repository === '' ? 'These files have' : `${repository} has`
    return `${where} no block ${types} in ${workspace.sources.length} Terraform files.${unread}`
  }
  const unclear = all.filter((placed) => !isContradicted(placed, change.identities))
  if (unclear.length === 0) return `No block ${types} has the name of the resource.${unread}`
  const inModules = unclear.some(({ source }) => callsOf(workspace, source.folder).length > 0)
  const why = inModules ? 'their names come from expressions or modules' : 'their names come from expressions'
  return `It is not certain which block is the resource, because ${why}: ${listed(unclear)}. By hand, in the right one: ${manual}${unread}`
}

function listed(matching: readonly PlacedBlock[]): string {
  const places = matching.slice(0, 3).map((placed) => `${addressOf(placed)} (${placeOfBlock(placed)})`)
  return matching.length > 3 ? `${places.join(', ')} and ${matching.length - 3} more` : places.join(', ')
}
