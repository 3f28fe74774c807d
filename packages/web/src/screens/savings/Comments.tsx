import { Button } from '@kept/ui/controls/Button.tsx'
import { TextArea } from '@kept/ui/controls/Field.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'

/** The comments on a recommendation, oldest first, and a field for another one. */
export function Comments({ id, mayWrite }: { id: string; mayWrite: boolean }) {
  const client = useQueryClient()
  const [body, setBody] = useState('')
  const options = api.costOptimization.comments.queryOptions({ input: { id } })
  const query = useQuery(options)
  const renew = () => client.invalidateQueries({ queryKey: options.queryKey })
  const add = useMutation(
    api.costOptimization.addComment.mutationOptions({
      onSuccess: () => {
        setBody('')
        return renew()
      },
    }),
  )
  const remove = useMutation(api.costOptimization.deleteComment.mutationOptions({ onSuccess: renew }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (body.trim() !== '') add.mutate({ id, body: body.trim() })
  }
  return (
    <>
      <Loaded query={query} failed="Comments could not be loaded.">
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-small text-soft">No comments yet.</p>
          ) : (
            <ol className="space-y-3">
              {data.map((comment) => (
                <li key={comment.id} className="text-small">
                  <p className="flex flex-wrap items-baseline gap-x-2">
                    <span className="font-medium">{comment.author_name}</span>
                    <span className="text-faint">{formatMoment(comment.created_at)}</span>
                    {comment.is_own && mayWrite && (
                      <button
                        type="button"
                        className="ml-auto text-soft underline"
                        aria-label={`Delete your comment of ${formatMoment(comment.created_at)}`}
                        onClick={() => remove.mutate({ id: comment.id })}
                      >
                        Delete
                      </button>
                    )}
                  </p>
                  <p className="whitespace-pre-wrap break-words text-body">{comment.body}</p>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
      {mayWrite && (
        <form onSubmit={submit} className="mt-3">
          <TextArea
            label="Write a comment"
            rows={2}
            maxLength={4000}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
          <div className="mt-2 flex justify-end">
            <Button size="small" type="submit" isBusy={add.isPending} disabled={body.trim() === ''}>
              Comment
            </Button>
          </div>
        </form>
      )}
    </>
  )
}
