/** The parts of CLICKHOUSE_URL. */
import type { WarehouseAddress } from '@kept/store/warehouse/embedded.ts'

export function warehouseAddressOf(clickhouseUrl: string): { address: WarehouseAddress; name: string } {
  const url = new URL(clickhouseUrl)
  return {
    address: {
      url: url.origin,
      username: decodeURIComponent(url.username) || 'default',
      password: decodeURIComponent(url.password),
    },
    name: url.pathname.slice(1) || 'kept',
  }
}
