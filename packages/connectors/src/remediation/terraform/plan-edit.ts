/** From a change and the files of a repository to the edit of that one place, as a unified diff; or why there is none. */
import type { TerraformChange } from './change.ts'
import { applyEdits, lineOf } from './hcl/edit.ts'
import { HclError } from './hcl/syntax.ts'
import { declareCompanion } from './plan/declare-companion.ts'
import { type BlockRequest, findBlock, type RecognizedBlock } from './plan/find-block.ts'
import type { PlacedEdit } from './plan/lines.ts'
import { requireSingle } from './plan/module-calls.ts'
import { removeBlock } from './plan/remove-block.ts'
import { setAttributes } from './plan/set-attributes.ts'
import {
  addressOf,
  inFolder,
  mentionsOf,
  openWorkspace,
  placeOfBlock,
  Refusal,
  resourcesOf,
  type TerraformFile,
  type Workspace,
} from './plan/workspace.ts'
import { manualOf } from './snippet.ts'
import { unifiedDiff } from './unified-diff.ts'

export interface TerraformEdit {
  /** `aws_instance.batch`. */
  address: string
  /** Of the first change, or of the block that is removed. */
  path: string
  line: number
  /** What is changed, and how the block was recognized: one or two sentences. */
  description: string
  /** With paths below a/ and b/, as `git apply` reads it. */
  diff: string
  /** The changed files, complete. */
  files: TerraformFile[]
}

interface EditRequest extends Omit<BlockRequest, 'manual'> {
  /** All `*.tf` and `*.tfvars` of the repository. */
  files: readonly TerraformFile[]
}

export function planTerraformEdit({ files, ...request }: EditRequest): TerraformEdit | { reason: string } {
  try {
    const workspace = openWorkspace(files)
    const manual = manualOf(request.change)
    const target = findBlock(workspace, { ...request, manual })
    requireSingle(workspace, target, manual)
    return describeEdit(target, request.change, editsOf(workspace, target, request.change, manual))
  } catch (error) {
    if (error instanceof Refusal || error instanceof HclError) return { reason: error.message }
    throw error
  }
}

function editsOf(
  workspace: Workspace,
  target: RecognizedBlock,
  { action }: TerraformChange,
  manual: string,
): PlacedEdit[] {
  if (action.do === 'remove') return removeBlock(workspace, target, { companions: action.companions, manual })
  if (action.do === 'declare') return declareCompanion(workspace, target, { action, manual })
  const sources = inFolder(workspace.sources, target.source.folder)
  const conflict = resourcesOf({ sources, values: [] }, action.conflicts ?? []).find(
    ({ source, block }) =>
      mentionsOf(source.code.slice(block.span.start, block.span.end), addressOf(target)).length > 0,
  )
  if (conflict)
    throw new Refusal(
      `${placeOfBlock(conflict)}: ${addressOf(conflict)} sets the same of ${addressOf(target)}. By hand: remove it, then ${manual}`,
    )
  return setAttributes(workspace, target, { ...action, manual })
}

function describeEdit(target: RecognizedBlock, change: TerraformChange, edits: readonly PlacedEdit[]): TerraformEdit {
  const bySource = [...Map.groupBy(edits, ({ source }) => source)]
  const changed = bySource.map(([source, own]) => ({
    file: { path: source.path, text: applyEdits(source.text, own) },
    diff: unifiedDiff(source.path, source.text, own),
  }))
  const first = edits.find(({ source }) => source === target.source) ?? edits[0]
  if (!first) throw new Refusal(`${placeOfBlock(target)}: nothing is left to change.`)
  const address = addressOf(target)
  const { path, text } = first.source
  const line = lineOf(text, change.action.do === 'remove' ? target.block.span.start : first.start)
  return {
    ...{ address, path, line },
    description: `${whatIsDone(change, address)} in ${path}, line ${line}. ${target.evidence}`,
    diff: changed.map(({ diff }) => diff).join(''),
    files: changed.map(({ file }) => file),
  }
}

function whatIsDone(change: TerraformChange, address: string): string {
  const { action } = change
  if (action.do === 'remove') return `Removes ${address}`
  if (action.do === 'declare') return `Declares ${action.type} for ${address}`
  const settings = action.settings.map(({ path, value }) => `${path} to ${JSON.stringify(value)}`)
  return `Sets ${settings.join(' and ')} of ${address}`
}
