import { type AlertKind, alertKindNames, alertKinds, alertKindsHiddenFrom } from '@kept/domain/alert-labels.ts'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { useMe } from '../shell/useMe.ts'
import { Group } from './Group.tsx'

interface AlertKindFieldsProps {
  label: string
  kinds: readonly AlertKind[]
  onChange(kinds: AlertKind[]): void
}

/** Which kinds of alerts: those that the user may read. */
export function AlertKindFields({ label, kinds, onChange }: AlertKindFieldsProps) {
  const hiddenKinds = alertKindsHiddenFrom(useMe().data?.permissions ?? [])
  const toggle = (kind: AlertKind, checked: boolean) =>
    onChange(checked ? [...kinds, kind] : kinds.filter((other) => other !== kind))
  return (
    <Group label={label}>
      {alertKindNames
        // One that was chosen with more permissions than now can be taken back.
        .filter((kind) => !hiddenKinds.includes(kind) || kinds.includes(kind))
        .map((kind) => (
          <Checkbox key={kind} checked={kinds.includes(kind)} onChange={(checked) => toggle(kind, checked)}>
            {alertKinds[kind].label}
          </Checkbox>
        ))}
      {kinds.length === 0 && <p className="text-leak text-small">Select at least one.</p>}
    </Group>
  )
}
