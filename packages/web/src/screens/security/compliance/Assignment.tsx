import { sentenceOf } from '@kept/client/errors.ts'
import type { ComplianceRequirement } from '@kept/contract/routes/security-compliance.ts'
import type { FrameworkId } from '@kept/domain/compliance.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { OwnerSelect } from '../OwnerSelect.tsx'

interface AssignmentProps {
  organization: string
  framework: FrameworkId
  requirement: ComplianceRequirement
  mayChange: boolean
}

/** Who answers for a requirement, and when they look at it next. */
export function Assignment(props: AssignmentProps) {
  const [isEditing, setEditing] = useState(false)
  const { owner_name, next_review, is_review_overdue } = props.requirement
  return (
    <section aria-label="Owner and review">
      <h3 className="mt-6 mb-2 flex items-center justify-between gap-3 font-semibold text-body">
        Owner and review
        {props.mayChange && !isEditing && (
          <Button size="small" onClick={() => setEditing(true)}>
            Assign
          </Button>
        )}
      </h3>
      {isEditing ? (
        <AssignmentForm {...props} onDone={() => setEditing(false)} />
      ) : (
        <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-y-1 text-small">
          <dt className="text-soft">Owner</dt>
          <dd>{owner_name || 'No one'}</dd>
          <dt className="text-soft">Next review</dt>
          <dd>
            {next_review === null ? 'No date' : formatDay(next_review)}{' '}
            {is_review_overdue && <Badge tone="leak">Overdue</Badge>}
          </dd>
        </dl>
      )}
    </section>
  )
}

function AssignmentForm({ organization, framework, requirement, onDone }: AssignmentProps & { onDone(): void }) {
  const client = useQueryClient()
  const { id: control, owner_name } = requirement
  const [owner, setOwner] = useState(requirement.owner_id ?? '')
  const [day, setDay] = useState(requirement.next_review ?? '')
  const save = useMutation(
    api.securityCompliance.assign.mutationOptions({
      async onSuccess() {
        await client.invalidateQueries({ queryKey: api.securityCompliance.key() })
        toasts.show({ title: `The owner and the review of ${control} were saved` })
        onDone()
      },
    }),
  )
  return (
    <form
      className="space-y-3 border-rule border-l-2 pl-4"
      onSubmit={(event) => {
        event.preventDefault()
        const assignment = { owner_id: owner === '' ? null : owner, next_review: day === '' ? null : day }
        save.mutate({ organization, framework, control, ...assignment })
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <OwnerSelect organization={organization} value={owner} name={owner_name} onChange={setOwner} />
        <Input label="Next review" type="date" value={day} onChange={(event) => setDay(event.target.value)} />
      </div>
      {save.error && <Notice tone="leak">{sentenceOf(save.error)}</Notice>}
      <div className="flex gap-2">
        <Button type="submit" size="small" tone="primary" isBusy={save.isPending}>
          Save
        </Button>
        <Button size="small" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
