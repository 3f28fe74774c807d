import { Select } from '@kept/ui/controls/Select.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

interface OwnerSelectProps {
  organization: string
  /** The ID of a user; empty: no one. */
  value: string
  /** Name of the current owner, while the users are not loaded, and where they are no active user anymore. */
  name: string
  onChange(value: string): void
  label?: string
  hiddenLabel?: boolean
  disabled?: boolean
}

/** One of the active users, or no one. */
export function OwnerSelect({ organization, value, name, onChange, label = 'Owner', ...rest }: OwnerSelectProps) {
  const { data } = useQuery(api.accessControls.get.queryOptions({ input: { organization } }))
  const people = (data?.data.people ?? []).map((person) => ({ value: person.id, label: person.name }))
  const isKnown = value === '' || people.some((person) => person.value === value)
  return (
    <Select<string>
      {...rest}
      label={label}
      value={value}
      options={[{ value: '', label: 'No one' }, ...(isKnown ? [] : [{ value, label: name }]), ...people]}
      onChange={onChange}
    />
  )
}
