import { send } from '../../../api/http-client.ts'
import { saveBlob } from '../../../csv/save.ts'

export async function downloadFile(address: string, name: string): Promise<void> {
  const response = await send(new Request(new URL(address, location.origin)))
  saveBlob(name, await response.blob())
}
