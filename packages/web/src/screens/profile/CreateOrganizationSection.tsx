import { Button } from '@kept/ui/controls/Button.tsx'
import { useState } from 'react'
import { CreateOrganization } from '../../account/CreateOrganization.tsx'

/** Another organization, for those who want one: behind a button, because most never do. */
export function CreateOrganizationSection() {
  const [open, setOpen] = useState(false)
  if (open) return <CreateOrganization />
  return (
    <Button className="mt-3" onClick={() => setOpen(true)}>
      Create organization
    </Button>
  )
}
