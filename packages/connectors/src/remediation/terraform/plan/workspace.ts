/** The Terraform files of a repository, read: resources, modules, and what refers to what. */
import { lineOf } from '../hcl/edit.ts'
import { readHcl } from '../hcl/read.ts'
import type { HclAttribute, HclBlock, HclBody, Span } from '../hcl/syntax.ts'

export interface TerraformFile {
  /** From the root of the repository: `modules/app/main.tf`. */
  path: string
  text: string
}

export interface Source extends TerraformFile {
  /** "" for the root. */
  folder: string
  /** Empty for a file that is not HCL. */
  body: HclBody
  /** The text with spaces in place of comments, so that nothing in them counts as a reference. */
  code: string
  /** Why the file could not be read; "" where it could. */
  failure: string
}

export interface Workspace {
  /** `*.tf`. */
  sources: readonly Source[]
  /** `*.tfvars`: values of variables. */
  values: readonly Source[]
}

export interface PlacedBlock {
  source: Source
  block: HclBlock
}

/** Why nothing is changed, as a sentence for a person. */
export class Refusal extends Error {}

export function openWorkspace(files: readonly TerraformFile[]): Workspace {
  const read = [...files].sort((a, b) => (a.path < b.path ? -1 : 1)).map(readSource)
  const endingWith = (ending: string) => read.filter(({ path }) => path.endsWith(ending))
  return { sources: endingWith('.tf'), values: endingWith('.tfvars') }
}

function readSource({ path, text }: TerraformFile): Source {
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
  const reading = readHcl(text)
  if ('reason' in reading) {
    const failure = `${path}, line ${lineOf(text, reading.position)}: ${reading.reason}`
    const empty = { span: { start: 0, end: text.length }, attributes: [], blocks: [] }
    return { path, text, folder, body: empty, code: text, failure }
  }
  return { path, text, folder, body: reading.body, code: blanked(text, reading.comments), failure: '' }
}

/** With spaces in place of these parts; every position stays the same. */
export function blanked(text: string, spans: readonly Span[]): string {
  let result = ''
  let position = 0
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    result += text.slice(position, start) + text.slice(start, end).replaceAll(/[^\n]/g, ' ')
    position = end
  }
  return result + text.slice(position)
}

/** Resources of these types; a file's own order. */
export function resourcesOf({ sources }: Workspace, types: readonly string[]): PlacedBlock[] {
  return blocksOf(sources, 'resource').filter(({ block }) => {
    return block.labels.length === 2 && types.includes(block.labels[0] ?? '')
  })
}

export function blocksOf(sources: readonly Source[], type: string): PlacedBlock[] {
  return sources.flatMap((source) =>
    source.body.blocks.filter((block) => block.type === type).map((block) => ({ source, block })),
  )
}

/** `aws_instance.batch`. */
export const addressOf = ({ block }: PlacedBlock): string => block.labels.join('.')

/** `main.tf, line 12`. */
export function placeOf({ path, text }: TerraformFile, position: number): string {
  return `${path}, line ${lineOf(text, position)}`
}

export const placeOfBlock = ({ source, block }: PlacedBlock): string => placeOf(source, block.span.start)

export function attributeOf(body: HclBody, name: string): HclAttribute | undefined {
  return body.attributes.find((attribute) => attribute.name === name)
}

/** The nested bodies at a path of block types; the body itself for none. */
export function bodiesAt(body: HclBody, path: readonly string[]): HclBody[] {
  const [type, ...rest] = path
  if (type === undefined) return [body]
  return body.blocks.filter((block) => block.type === type).flatMap((block) => bodiesAt(block.body, rest))
}

/** Where the code of a folder names an address, such as `aws_eip.web` or `var.size`. */
export function mentionsOf(code: string, address: string): number[] {
  const positions: number[] = []
  for (let position = code.indexOf(address); position !== -1; position = code.indexOf(address, position + 1)) {
    const isPartOfAnother =
      /[\w.-]/.test(code[position - 1] ?? '') || /[\w-]/.test(code[position + address.length] ?? '')
    if (!isPartOfAnother) positions.push(position)
  }
  return positions
}

export const inFolder = (sources: readonly Source[], folder: string): Source[] =>
  sources.filter((source) => source.folder === folder)
