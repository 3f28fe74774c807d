import { sentenceOf } from '@kept/client/errors.ts'
import { isStorage } from '@kept/domain/connection-kind.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { TextArea } from '@kept/ui/controls/Field.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { useMe } from '../../shell/useMe.ts'
import { ConnectionChoice } from './ConnectionChoice.tsx'
import { ConnectionForm } from './ConnectionForm.tsx'

interface BucketImportFormProps {
  format: string | undefined
  onClose(): void
}

/** Imports bucket addresses with a connection of the organization; no data passes through the browser. */
export function BucketImportForm({ format, onClose }: BucketImportFormProps) {
  const client = useQueryClient()
  const me = useMe().data
  const connections = useQuery({
    ...api.connections.list.queryOptions({ input: {} }),
    select: ({ data }) => ({ data: data.filter(isStorage) }),
  })
  const [chosen, setChosen] = useState('')
  const [adding, setAdding] = useState(false)
  const mayAdd = me?.permissions.includes('connections:write') ?? false
  const renew = () => client.invalidateQueries({ queryKey: api.connections.key() })
  if (me?.organization.demo) {
    return (
      <div className="mt-4 max-w-2xl">
        <Notice title="The demo imports no buckets">
          In your own organization, connect Amazon S3, Azure Blob Storage or Google Cloud Storage here.
        </Notice>
        <Button tone="quiet" onClick={onClose} className="mt-3">
          Close
        </Button>
      </div>
    )
  }
  return (
    <div className="mt-4 max-w-2xl border-rule border-t pt-4">
      <Loaded query={connections} failed="Connections could not be loaded.">
        {({ data }) =>
          adding || (data.length === 0 && mayAdd) ? (
            <ConnectionForm
              onCancel={() => (data.length === 0 ? onClose() : setAdding(false))}
              onCreated={async (id) => {
                await renew()
                setChosen(id)
                setAdding(false)
              }}
            />
          ) : data.length === 0 ? (
            <p className="text-small text-soft">
              Importing from a bucket needs a connection. An organization admin can add one here.
            </p>
          ) : (
            <>
              <ConnectionChoice
                connections={data}
                chosen={chosen || (data[0]?.id ?? '')}
                mayChange={mayAdd}
                onChoose={setChosen}
                onAdd={() => setAdding(true)}
                onDeleted={() => {
                  setChosen('')
                  return renew()
                }}
              />
              <AddressForm connectionId={chosen || (data[0]?.id ?? '')} format={format} onClose={onClose} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

function AddressForm({ connectionId, format, onClose }: BucketImportFormProps & { connectionId: string }) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const urls = text.split(/\n+/).flatMap((line) => line.trim() || [])
  const create = useMutation(
    api.imports.create.mutationOptions({
      onSuccess: () => {
        onClose()
        return client.invalidateQueries({ queryKey: api.imports.key() })
      },
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (urls.length > 0) create.mutate({ uploads: [], urls, connection_id: connectionId, format })
  }
  return (
    <form onSubmit={submit} className="mt-4">
      <TextArea
        label="Addresses, one per line"
        hint="s3://bucket/path, gs://bucket/path or az://container/path. A path that ends in / includes everything below it."
        value={text}
        placeholder="s3://my-billing/cur/2026-01/"
        spellCheck={false}
        error={create.isError ? sentenceOf(create.error) : undefined}
        onChange={(event) => setText(event.target.value)}
        className="font-mono text-small"
      />
      <div className="mt-3 flex gap-2">
        <Button tone="primary" type="submit" isBusy={create.isPending} disabled={urls.length === 0}>
          Import
        </Button>
        <Button tone="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
