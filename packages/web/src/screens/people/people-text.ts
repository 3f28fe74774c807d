import type { Tone } from '@kept/ui/controls/Badge.tsx'
import type { Status } from './people-view.ts'

/** Words and looks of a person's status. */
export const statusLabels: Record<Status, { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'plain' },
  disabled: { label: 'Disabled', tone: 'leak' },
  invited: { label: 'Invited', tone: 'watch' },
}
