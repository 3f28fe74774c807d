import { sentenceOf } from '@kept/client/errors.ts'
import { type EvidenceClaim, evidenceClaims, type FrameworkId, maxEvidenceBytes } from '@kept/domain/compliance.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input, TextArea } from '@kept/ui/controls/Field.tsx'
import { FileDrop } from '@kept/ui/controls/FileDrop.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { claimLabels } from './compliance-labels.ts'

interface EvidenceFormProps {
  organization: string
  framework: FrameworkId
  control: string
}

const today = () => new Date().toISOString().slice(0, 10)

/** Adds a file as evidence of a requirement. */
export function EvidenceForm({ organization, framework, control }: EvidenceFormProps) {
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [claim, setClaim] = useState<EvidenceClaim>('partly')
  const [description, setDescription] = useState('')
  const [observedFrom, setObservedFrom] = useState(today)
  const [observedUntil, setObservedUntil] = useState(today)
  const add = useMutation({
    // The form says it. On a phone, a message over it would cover the button.
    meta: { quiet: true },
    mutationFn: async (chosen: File) =>
      api.securityCompliance.addEvidence.call({
        ...{ organization, framework, control, claim, description, name: chosen.name },
        ...{ observed_from: observedFrom, observed_until: observedUntil, content: await toBase64(chosen) },
      }),
    onSuccess: () => {
      setFile(null)
      setDescription('')
      return client.invalidateQueries({ queryKey: api.securityCompliance.key() })
    },
  })
  return (
    <section aria-label="Add evidence" className="mt-6 grid gap-3">
      <h3 className="font-semibold text-body">Add evidence</h3>
      <FileDrop
        single
        label={file ? file.name : 'Choose a file'}
        description={`PDF, PNG, JPEG or plain text, at most ${maxEvidenceBytes / 1024 ** 2} MB.`}
        accept="application/pdf,image/png,image/jpeg,text/plain"
        disabled={add.isPending}
        onFiles={([chosen]) => {
          add.reset()
          setFile(chosen ?? null)
        }}
      />
      <Select<EvidenceClaim>
        label="What it shows"
        value={claim}
        options={evidenceClaims.map((value) => ({ value, label: claimLabels[value] }))}
        onChange={setClaim}
      />
      <TextArea label="Description" value={description} onChange={({ target }) => setDescription(target.value)} />
      <div className="grid grid-cols-2 gap-3">
        <DayInput label="First day" value={observedFrom} onChange={setObservedFrom} />
        <DayInput label="Last day" value={observedUntil} onChange={setObservedUntil} />
      </div>
      {add.error && (
        <Notice tone="leak" title="The evidence was not added">
          {sentenceOf(add.error)}
        </Notice>
      )}
      <div>
        <Button
          tone="primary"
          isBusy={add.isPending}
          disabled={file === null || description.trim() === ''}
          onClick={() => file && add.mutate(file)}
        >
          Add evidence
        </Button>
      </div>
    </section>
  )
}

interface DayInputProps {
  label: string
  value: string
  onChange(day: string): void
}

function DayInput({ label, value, onChange }: DayInputProps) {
  return <Input label={label} type="date" value={value} onChange={({ target }) => onChange(target.value)} />
}

async function toBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
