import { Button } from '@kept/ui/controls/Button.tsx'
import { TextArea } from '@kept/ui/controls/Field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { sentenceOf } from '../../api/errors.ts'

interface FromBucketProps {
  format: string | undefined
  onClose(): void
}

/** Addresses that the server reads with its own credentials; nothing passes through the browser. */
export function FromBucket({ format, onClose }: FromBucketProps) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const urls = text.split(/\s+/).filter(Boolean)
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
    if (urls.length > 0) create.mutate({ uploads: [], urls, format })
  }
  return (
    <form onSubmit={submit} className="mt-4 max-w-2xl border-rule border-t pt-4">
      <TextArea
        label="Addresses, one per line"
        hint="s3://bucket/path, gs://bucket/path or az://container/path. A path that ends in / means everything below it. The server uses the credentials of its own environment."
        value={text}
        placeholder="s3://my-billing/cur/2026-01/"
        spellCheck={false}
        error={create.isError ? sentenceOf(create.error) : undefined}
        onChange={(event) => setText(event.target.value)}
        className="font-mono text-small"
      />
      <div className="mt-3 flex gap-2">
        <Button tone="primary" type="submit" busy={create.isPending} disabled={urls.length === 0}>
          Bring it in
        </Button>
        <Button tone="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
