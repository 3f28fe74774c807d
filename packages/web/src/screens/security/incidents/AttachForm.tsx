import { sentenceOf } from '@kept/client/errors.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { referenceAt } from './reference-address.ts'

/** Adds an audit event, a loop, an anomaly or a scan to the timeline, by the address that shows it. */
export function AttachForm({ organization, id }: { organization: string; id: string }) {
  const client = useQueryClient()
  const [address, setAddress] = useState('')
  const attach = useMutation(
    api.securityIncidents.update.mutationOptions({
      async onSuccess() {
        setAddress('')
        await client.invalidateQueries({ queryKey: api.securityIncidents.key() })
      },
    }),
  )
  const reference = referenceAt(address)
  const isWrong = address.trim() !== '' && !reference
  const error = isWrong
    ? 'Paste the address of an open audit event, loop, anomaly or scan.'
    : attach.error && sentenceOf(attach.error)
  return (
    <form
      className="mt-3 grid grid-cols-[1fr_auto] items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (reference) attach.mutate({ organization, id, attach: reference })
      }}
    >
      <Input
        label="Attach by address"
        placeholder="An audit event, loop, anomaly or scan"
        value={address}
        onChange={({ target }) => {
          // What was wrong with another address says nothing about this one.
          attach.reset()
          setAddress(target.value)
        }}
        {...(error && { error })}
      />
      <Button type="submit" className="mt-6" disabled={!reference} isBusy={attach.isPending}>
        Attach
      </Button>
    </form>
  )
}
