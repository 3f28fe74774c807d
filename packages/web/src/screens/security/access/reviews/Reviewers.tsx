import type { AccessControls } from '@kept/contract/routes/access-controls.ts'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'

type People = AccessControls['people']

/** Those who may see and change access. */
export function candidatesOf(people: People): People {
  return people.filter(({ effective }) =>
    ['users:write', 'security:read'].every((needed) => effective.some(({ permission }) => permission === needed)),
  )
}

interface ReviewersProps {
  candidates: People
  reviewers: readonly string[]
  hint?: string
  onChange(reviewers: string[]): void
}

/** Who decides. */
export function Reviewers({ candidates, reviewers, hint, onChange }: ReviewersProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-small text-soft">Reviewers</legend>
      {candidates.map(({ id, name }) => (
        <Checkbox
          key={id}
          checked={reviewers.includes(id)}
          onChange={(checked) => onChange(checked ? [...reviewers, id] : reviewers.filter((other) => other !== id))}
        >
          {name}
        </Checkbox>
      ))}
      {hint && <p className="mt-1 text-small text-soft">{hint}</p>}
    </fieldset>
  )
}
