import { sentenceOf } from '@kept/client/errors.ts'
import { ConfirmButton } from '@kept/ui/controls/ConfirmButton.tsx'
import { FileDrop } from '@kept/ui/controls/FileDrop.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { Section } from '../../../shell/Page.tsx'

/** The logo on invoices. Documents that were issued before keep theirs. */
export function LogoSection() {
  const client = useQueryClient()
  const query = useQuery(api.billingLogo.read.queryOptions({ input: {} }))
  const change = useMutation(
    api.billingLogo.change.mutationOptions({
      async onSuccess({ data: { logo } }) {
        await client.invalidateQueries({ queryKey: api.billingLogo.key() })
        toasts.show({
          title: logo ? 'Logo saved' : 'Logo removed',
          body: 'It applies to documents issued from now on.',
        })
      },
      onError: (error) => toasts.show({ tone: 'error', title: 'The logo was not changed.', body: sentenceOf(error) }),
    }),
  )
  const upload = async ([file]: File[]) => {
    if (file) change.mutate({ picture: toBase64(new Uint8Array(await file.arrayBuffer())) })
  }
  return (
    <Section title="Logo on invoices">
      <Loaded query={query} failed="The logo could not be loaded.">
        {({ data: { logo, changed_by, changed_at } }) => (
          <div className="grid max-w-xl gap-3">
            {logo ? (
              <div className="flex flex-wrap items-center gap-4">
                <img
                  src={`data:image/${logo.type};base64,${logo.picture}`}
                  alt="Current logo"
                  className="max-h-12 max-w-48 bg-white object-contain p-1"
                />
                <span className="text-small text-soft">
                  {changed_at && `By ${changed_by}, ${formatMoment(changed_at)}.`}
                </span>
                <ConfirmButton
                  size="small"
                  label="Remove"
                  subject="the logo"
                  title="Remove the logo?"
                  description="Invoices carry your name instead. Documents that were issued before keep the logo."
                  act="Remove logo"
                  isBusy={change.isPending}
                  onAct={() => change.mutate({ picture: null })}
                />
              </div>
            ) : (
              <p className="text-body text-soft">No logo: invoices carry your name.</p>
            )}
            <FileDrop
              single
              label={logo ? 'Choose another picture' : 'Choose a picture'}
              description="PNG or JPEG, at most 256 KB and 2000 x 2000 pixels."
              accept="image/png,image/jpeg"
              disabled={change.isPending}
              onFiles={(files) => void upload(files)}
            />
          </div>
        )}
      </Loaded>
    </Section>
  )
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
