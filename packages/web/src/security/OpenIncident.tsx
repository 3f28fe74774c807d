import { sentenceOf } from '@kept/client/errors.ts'
import { incidentSeverities } from '@kept/domain/security-incident-states.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input, TextArea } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'

type Severity = (typeof incidentSeverities)[number]

const descriptions: Record<Severity, string> = {
  SEV1: 'Data or money is being lost now',
  SEV2: 'Serious, contained or likely to grow',
  SEV3: 'Limited effect',
  SEV4: 'To be looked at',
}

/** Its fields, where they are filled in already. */
export type IncidentDraft = Partial<Parameters<typeof api.securityIncidents.open.call>[0]>

interface OpenIncidentProps {
  organization: string
  open: boolean
  onOpenChange(open: boolean): void
  onOpened(id: string): void
  /** What it is about, when it is opened from somewhere else. */
  draft?: IncidentDraft
}

/** The dialog that opens an incident. */
export default function OpenIncident({ organization, open, onOpenChange, onOpened, draft = {} }: OpenIncidentProps) {
  const client = useQueryClient()
  const [title, setTitle] = useState(draft.title ?? '')
  const [severity, setSeverity] = useState<Severity>(draft.severity ?? 'SEV3')
  const [description, setDescription] = useState(draft.description ?? '')
  const opening = useMutation(
    api.securityIncidents.open.mutationOptions({
      async onSuccess({ data }) {
        await client.invalidateQueries({ queryKey: api.securityIncidents.key() })
        onOpenChange(false)
        setTitle('')
        setDescription('')
        onOpened(data.id)
      },
    }),
  )
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Open an incident"
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            tone="primary"
            isBusy={opening.isPending}
            disabled={title.trim() === ''}
            onClick={() => opening.mutate({ ...draft, organization, title, severity, description })}
          >
            Open incident
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <Input
          label="Title"
          value={title}
          maxLength={200}
          onChange={(event) => setTitle(event.target.value)}
          {...(opening.error && { error: sentenceOf(opening.error) })}
        />
        <Select<Severity>
          label="Severity"
          value={severity}
          options={incidentSeverities.map((value) => ({ value, label: value, description: descriptions[value] }))}
          onChange={setSeverity}
        />
        <TextArea
          label="What happened"
          value={description}
          rows={4}
          maxLength={10_000}
          onChange={(event) => setDescription(event.target.value)}
        />
      </div>
    </Dialog>
  )
}
