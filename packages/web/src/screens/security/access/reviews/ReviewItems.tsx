import type { AccessReviewItem } from '@kept/contract/routes/access-reviews.ts'
import { MAX_DECIDED_ITEMS } from '@kept/domain/access-review.ts'
import { counted, formatCount } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { ConfirmButton } from '@kept/ui/controls/ConfirmButton.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { formatAgo } from '@kept/ui/format/moment.ts'
import { useState } from 'react'
import { type Column, DataTable } from '../../../../table/DataTable.tsx'
import { accessKindLabels, decisionLabels, decisionTones } from './review-labels.ts'

interface Decision {
  items: string[]
  decision: 'confirmed' | 'revoked'
  note: string
}

interface ReviewItemsProps {
  items: readonly AccessReviewItem[]
  /** Whose own access the user cannot decide about. */
  ownId: string | undefined
  mayDecide: boolean
  isBusy: boolean
  /** Rejects when nothing was decided. */
  onDecide(decision: Decision): Promise<unknown>
}

const columns: Column<AccessReviewItem>[] = [
  {
    id: 'name',
    head: 'Access',
    cell: ({ name, description }) => (
      <>
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-small text-soft" title={description}>
          {description}
        </span>
      </>
    ),
  },
  { id: 'kind', head: 'Kind', width: '8rem', cell: ({ kind }) => accessKindLabels[kind] },
  {
    id: 'permissions',
    head: 'Can do',
    width: '11rem',
    cell: ({ permissions, unused }) => (
      <>
        <span title={permissions.join('\n')}>{counted(permissions.length, 'permission')}</span>
        {unused !== null && unused.length > 0 && (
          <span className="block text-small text-watch" title={unused.join('\n')}>
            {unused.length === permissions.length ? 'none' : `${formatCount(unused.length)} not`} used for 90 days
          </span>
        )}
      </>
    ),
  },
  {
    id: 'last',
    head: 'Last active',
    width: '6.5rem',
    cell: ({ last_active_at, kind }) =>
      kind === 'group_role' ? '–' : last_active_at === null ? 'never' : formatAgo(last_active_at, Date.now()),
  },
  {
    id: 'decision',
    head: 'Decision',
    width: '12rem',
    cell: ({ decision, decided_by, note }) => (
      <>
        <Badge tone={decisionTones[decision]}>{decisionLabels[decision]}</Badge>
        {decided_by && (
          <span className="block truncate text-small text-soft" title={note}>
            by {decided_by}
            {note && `: ${note}`}
          </span>
        )}
      </>
    ),
  },
]

/** What a review is about. Undecided items are selected and decided together. */
export function ReviewItems({ items, ownId, mayDecide, isBusy, onDecide }: ReviewItemsProps) {
  const [selected, setSelected] = useState<readonly string[]>([])
  const [note, setNote] = useState('')
  const isOwn = ({ kind, subject_id }: AccessReviewItem) =>
    subject_id === ownId && (kind === 'person' || kind === 'custom_role')
  const open = items.filter((item) => item.decision === 'pending' && !isOwn(item))
  const chosen = open.filter(({ id }) => selected.includes(id)).map(({ id }) => id)
  const selectable = open.slice(0, MAX_DECIDED_ITEMS)
  const idle = selectable.filter(({ permissions, unused }) => unused?.length === permissions.length)
  const decide = (decision: Decision['decision']) =>
    onDecide({ items: chosen, decision, note }).then(
      () => {
        // What was selected meanwhile stays selected.
        setSelected((ids) => ids.filter((id) => !chosen.includes(id)))
        setNote('')
      },
      // The screen said why; the selection and the note stay for another try.
      () => undefined,
    )
  const selection: Column<AccessReviewItem> = {
    id: 'select',
    head: '',
    width: '2.5rem',
    cell: (item) =>
      open.includes(item) && (
        <Checkbox
          checked={selected.includes(item.id)}
          onChange={(checked) =>
            setSelected(checked ? [...selected, item.id] : selected.filter((id) => id !== item.id))
          }
        >
          <span className="sr-only">
            {accessKindLabels[item.kind]} {item.name}
          </span>
        </Checkbox>
      ),
  }
  return (
    <>
      {mayDecide && open.length > 0 && (
        <div className="my-4 flex flex-wrap items-end gap-2">
          <Checkbox
            checked={chosen.length === selectable.length}
            onChange={(checked) => setSelected(checked ? selectable.map(({ id }) => id) : [])}
          >
            {selectable.length === open.length ? `Select all ${open.length}` : `Select the first ${selectable.length}`}
          </Checkbox>
          {idle.length > 0 && (
            <Button size="small" onClick={() => setSelected(idle.map(({ id }) => id))}>
              Select {counted(idle.length, 'item')} that no one used
            </Button>
          )}
          <div className="min-w-48 flex-1">
            <Input
              label="Note"
              hiddenLabel
              placeholder="Note"
              value={note}
              maxLength={500}
              onChange={({ target }) => setNote(target.value)}
            />
          </div>
          <Button tone="primary" isBusy={isBusy} disabled={chosen.length === 0} onClick={() => decide('confirmed')}>
            Confirm {chosen.length > 0 && chosen.length}
          </Button>
          {chosen.length > 0 && (
            <ConfirmButton
              label={`Revoke ${chosen.length}`}
              title={`Revoke the access of ${counted(chosen.length, 'item')}?`}
              description="Users are disabled and signed out, API keys end, and custom roles and roles of groups are taken away."
              act="Revoke access"
              tone="danger"
              isBusy={isBusy}
              onAct={() => decide('revoked')}
            />
          )}
        </div>
      )}
      <DataTable
        label="Access in this review"
        columns={mayDecide ? [selection, ...columns] : columns}
        rows={items}
        rowId={({ id }) => id}
        minWidth="52rem"
      />
    </>
  )
}
