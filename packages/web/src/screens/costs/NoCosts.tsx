import { UploadFirst } from '../../uploads/UploadFirst.tsx'

/** The empty state before the first bill. */
export default function NoCosts() {
  return (
    <UploadFirst
      title="No costs yet"
      description="Upload a bill to explore costs by service, account, region, resource, or tag."
    />
  )
}
