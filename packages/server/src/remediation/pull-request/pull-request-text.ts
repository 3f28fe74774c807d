/** What a pull request says to those who review it. */
import type { TerraformChange } from '@kept/connectors/remediation/terraform/change.ts'
import type { TerraformEdit } from '@kept/connectors/remediation/terraform/plan-edit.ts'
import type { Recommendation } from '@kept/domain/recommendation.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { withoutMentions } from '../../alerts/public/github-client.ts'

export interface PullRequestText {
  title: string
  /** Markdown. */
  body: string
  commitMessage: string
}

type Subject = Pick<
  Recommendation,
  'title' | 'summary' | 'resource_id' | 'resource_name' | 'service' | 'currency' | 'monthly_savings'
>

/** `link` leads to the recommendation. Names from a bill are text: they format nothing and mention no one. */
export function pullRequestText(
  recommendation: Subject,
  { change, edit, link }: { change: TerraformChange; edit: TerraformEdit; link: string },
): PullRequestText {
  const { title, summary, resource_id: id, resource_name: name, service, currency } = recommendation
  const saving = recommendation.monthly_savings
  const heading = oneLine(`${title}: ${name || id || service}`).slice(0, 200)
  const facts = [
    ['What', edit.description],
    ['Why', summary],
    ['Estimated savings', saving === null ? 'not estimated' : `${formatMoney(saving, currency)} a month`],
    ['Before you merge', change.caution],
    ['To undo', undoOf(change)],
  ].filter(([, text]) => text)
  const body = [
    `${escaped(title)} for ${inCode(name || id)}${name && name !== id ? ` (${inCode(id)})` : ''}.`,
    facts.map(([label, text]) => `- **${label}:** ${escaped(oneLine(text ?? ''))}`).join('\n'),
    `[Evidence and calculation](${link})`,
  ].join('\n\n')
  const commitMessage = `${heading}\n\n${edit.description}\n\n${link}\n`
  return { title: withoutMentions(heading), body: withoutMentions(body), commitMessage: withoutMentions(commitMessage) }
}

function undoOf({ action }: TerraformChange): string {
  const revert = 'Revert this pull request and apply it.'
  if (action.do === 'remove')
    return `${revert} Terraform then makes a new one; what was stored in the old one comes back from a backup only.`
  if (action.do === 'set' || action.settings.length === 0) return revert
  // A resource that only holds a state, such as aws_ec2_instance_state, changes nothing when it is removed.
  return 'Set it back in the declared resource and apply it. A revert alone removes the declaration and leaves the resource as it is.'
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
const inCode = (text: string): string => `\`${oneLine(text).replaceAll('`', '')}\``
/** What a bill calls a resource is text, and no Markdown. */
const escaped = (text: string): string => text.replaceAll(/[\\`*_[\]<>#|~]/g, '\\$&')
