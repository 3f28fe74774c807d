import { nameOfRole } from '@kept/domain/custom-role.ts'
import type { FoundPerson } from '@kept/store/people/list-people.ts'

/** Columns of a user export, in order. In the PDF, `steps` is the width in units of 40 points. */
export const exportColumns = [
  { label: 'Name', steps: 4, format: (person: FoundPerson) => person.full_name },
  { label: 'Email', steps: 6, format: (person: FoundPerson) => person.email },
  { label: 'Role', steps: 2, format: (person: FoundPerson) => nameOfRole(person) },
  { label: 'Status', steps: 2, format: (person: FoundPerson) => person.status },
  { label: '2FA', steps: 1, format: (person: FoundPerson) => (person.second_factor ? 'yes' : 'no') },
  { label: 'Since', steps: 2, format: (person: FoundPerson) => person.created_at.slice(0, 10) },
  { label: 'Last seen', steps: 2, format: (person: FoundPerson) => person.last_seen_at?.slice(0, 10) ?? '' },
] as const
