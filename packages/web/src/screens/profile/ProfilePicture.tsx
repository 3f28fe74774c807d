import type { SignedInUser } from '@kept/contract/routes/auth-shapes.ts'
import { Avatar } from '@kept/ui/controls/Avatar.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { FileDrop } from '@kept/ui/controls/FileDrop.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { shrinkPicture } from '../../account/shrink-picture.ts'
import { useUpdateProfile } from '../../account/useProfile.ts'

/** The picture that others see beside the name. */
export function ProfilePicture({ person }: { person: SignedInUser }) {
  const update = useUpdateProfile()
  const hasPicture = person.avatar_url?.startsWith('data:') ?? false
  const choose = async ([file]: File[]) => {
    if (!file) return
    const picture = await shrinkPicture(file).catch(() => null)
    if (picture === null) {
      toasts.show({ tone: 'error', title: 'This file is no picture. Choose a PNG, JPEG or WebP file.' })
      return
    }
    update.mutate({ avatar_url: picture }, { onSuccess: () => toasts.show({ title: 'Picture saved' }) })
  }
  const remove = () =>
    update.mutate({ avatar_url: null }, { onSuccess: () => toasts.show({ title: 'Picture removed' }) })
  return (
    <div className="mb-6 flex max-w-md flex-wrap items-center gap-4">
      <Avatar name={person.full_name || person.email} picture={person.avatar_url} size="large" />
      <div className="min-w-0 flex-1">
        <FileDrop
          single
          label={hasPicture ? 'Choose another picture' : 'Choose a picture'}
          description="PNG, JPEG or WebP. It is cut to a square."
          accept="image/png,image/jpeg,image/webp"
          disabled={update.isPending}
          onFiles={(files) => void choose(files)}
        />
      </div>
      {hasPicture && (
        <Button size="small" isBusy={update.isPending} onClick={remove}>
          Remove picture
        </Button>
      )}
    </div>
  )
}
