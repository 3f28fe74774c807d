import type { AuditEvent } from '@kept/domain/audit.ts'

interface Column {
  label: string
  /** Width in the PDF, in steps of 40 points; 0: not in the PDF. */
  steps: number
  format(event: AuditEvent): string
}

const json = (fields: Record<string, unknown> | null) => (fields === null ? '' : JSON.stringify(fields))

export const auditColumns: readonly Column[] = [
  { label: 'entry', steps: 1, format: ({ seq }) => String(seq) },
  { label: 'time', steps: 3, format: ({ created_at }) => created_at },
  { label: 'actor', steps: 3, format: ({ actor_name }) => actor_name },
  { label: 'actor_kind', steps: 0, format: ({ actor_kind }) => actor_kind },
  { label: 'actor_id', steps: 0, format: ({ actor_id }) => actor_id ?? '' },
  { label: 'action', steps: 3, format: ({ action }) => action },
  { label: 'outcome', steps: 1, format: ({ outcome }) => outcome },
  { label: 'resource_type', steps: 0, format: ({ resource_type }) => resource_type },
  { label: 'resource_id', steps: 0, format: ({ resource_id }) => resource_id ?? '' },
  { label: 'resource_name', steps: 0, format: ({ resource_name }) => resource_name ?? '' },
  { label: 'summary', steps: 6, format: ({ summary }) => summary },
  { label: 'address', steps: 2, format: ({ ip }) => ip ?? '' },
  { label: 'user_agent', steps: 0, format: ({ user_agent }) => user_agent ?? '' },
  { label: 'request_id', steps: 0, format: ({ request_id }) => request_id ?? '' },
  { label: 'session_id', steps: 0, format: ({ session_id }) => session_id ?? '' },
  { label: 'before', steps: 0, format: ({ before }) => json(before) },
  { label: 'after', steps: 0, format: ({ after }) => json(after) },
  { label: 'details', steps: 0, format: ({ details }) => json(details) },
  { label: 'hash', steps: 0, format: ({ hash }) => hash },
]
