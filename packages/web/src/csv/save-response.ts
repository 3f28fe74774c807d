import { send } from '../../api/http-client.ts'
import { saveBlob } from '../../csv/save.ts'
import { serverUrl } from '../../url/base-path.ts'

export async function downloadFile(address: string, name: string): Promise<void> {
  const response = await send(new Request(serverUrl(address)))
  saveBlob(name, await response.blob())
}
