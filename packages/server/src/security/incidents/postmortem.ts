/** The postmortem of an incident as a document, which is written as Markdown and as a PDF. */
import type { IncidentWithTimeline } from '@kept/contract/routes/security-incidents.ts'
import { type IncidentStatus, incidentName, isIncidentOver } from '@kept/domain/security-incident-states.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'

export interface Postmortem {
  title: string
  /** Who made it, of what, when. */
  subtitle: string
  facts: { label: string; value: string }[]
  sections: { title: string; paragraphs: string[] }[]
  actions: { title: string; owner: string; due: string; state: string }[]
  timeline: { at: string; who: string; text: string }[]
}

const statusLabels: Record<IncidentStatus, string> = {
  open: 'Open',
  investigating: 'Investigating',
  mitigated: 'Mitigated',
  resolved: 'Resolved',
  closed: 'Closed',
}

export function postmortemOf(
  incident: IncidentWithTimeline,
  { organization, at }: { organization: string; at: Date },
): Postmortem {
  const { number, title, status, severity, impact, description, root_cause, resources } = incident
  const times = [
    ['Opened', incident.opened_at],
    ['Mitigated', incident.mitigated_at],
    ['Resolved', incident.resolved_at],
    ['Closed', incident.closed_at],
  ] as const
  return {
    title: `${incidentName(number)}: ${title}`,
    subtitle:
      `Postmortem of ${organization}, exported ${momentOf(at.toISOString())}. ${isIncidentOver(status) ? '' : 'The incident is not resolved yet.'}`.trimEnd(),
    facts: [
      { label: 'Severity', value: severity },
      { label: 'Status', value: statusLabels[status] },
      { label: 'Commander', value: incident.commander_name || 'No commander' },
      ...times.flatMap(([label, moment]) => (moment ? { label, value: momentOf(moment) } : [])),
      { label: 'Impact', value: impact ? formatMoney(impact.amount, impact.currency) : 'Not known' },
      { label: 'Affected resources', value: resources.join(', ') || 'None named' },
    ],
    sections: [
      { title: 'What happened', paragraphs: paragraphsOf(description, 'Not described.') },
      { title: 'Root cause', paragraphs: paragraphsOf(root_cause, 'Not known yet.') },
    ],
    actions: incident.actions.map(({ title: name, owner_name, due_on, done_at, is_overdue }) => ({
      title: name,
      owner: owner_name || 'No owner',
      due: due_on === null ? 'No date' : formatDay(due_on),
      state: done_at ? `Done ${formatDay(done_at.slice(0, 10))}` : is_overdue ? 'Overdue' : 'Open',
    })),
    timeline: incident.timeline.map(({ created_at, actor_name, text }) => ({
      ...{ at: momentOf(created_at), who: actor_name, text },
    })),
  }
}

function paragraphsOf(text: string, otherwise: string): string[] {
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.trim())
  return text === '' ? [otherwise] : paragraphs
}

/** "Nov 26, 2026, 19:05 UTC": a document is read in more than one time zone. */
function momentOf(moment: string): string {
  return `${formatDay(moment.slice(0, 10))}, ${moment.slice(11, 16)} UTC`
}
