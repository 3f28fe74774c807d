/** Settings for reading: CSV options and memory limits of a query. */
import type { ClickHouseSettings } from '@clickhouse/client'
import type { Warehouse } from '../warehouse/client.ts'
import { queryMemory } from '../warehouse/query-memory.ts'
import type { BillSource } from './source.ts'

export async function readSettings(
  warehouse: Warehouse,
  { delimiter, container }: Pick<BillSource, 'delimiter' | 'container'>,
): Promise<ClickHouseSettings> {
  return {
    ...(container === 'CSVWithNames' ? csvSettings(delimiter) : {}),
    ...(container === 'JSONEachRow' ? jsonSettings : {}),
    ...memorySettings(await queryMemory(warehouse)),
    input_format_null_as_default: 1,
    // A mapped file counts as our memory, as far as it has been read.
    storage_file_read_method: 'pread',
    max_partitions_per_insert_block: '1000',
    output_format_json_escape_forward_slashes: 0,
    // A mapping with its lookup tables is one statement of some hundred kilobytes.
    max_query_size: '4194304',
    max_ast_elements: '1000000',
    max_expanded_ast_elements: '5000000',
    // A missing bucket should fail within seconds, not after ten minutes of retries.
    s3_retry_attempts: '2',
    s3_connect_timeout_ms: '3000',
  }
}

function csvSettings(delimiter = ','): ClickHouseSettings {
  return {
    format_csv_delimiter: delimiter,
    // When the delimiter is itself a blank, trimming would remove empty fields.
    ...(delimiter === '\t' && {
      input_format_csv_trim_whitespaces: 0,
      input_format_csv_allow_whitespace_or_tab_as_delimiter: 1,
    }),
    // A row with too few columns reads as NULL in the last one, and is rejected for it.
    input_format_csv_allow_variable_number_of_columns: 1,
    input_format_csv_empty_as_default: 0,
    // No text may look like that NULL.
    format_csv_null_representation: '\u0001',
    input_format_csv_skip_trailing_empty_lines: 1,
    // Columns are bound by position through our structure; the header is only skipped.
    input_format_with_names_use_header: 0,
    format_csv_allow_single_quotes: 0,
    input_format_csv_detect_header: 0,
    // Two tags of a bill may differ in case only: "Team" and "team" are two columns.
    input_format_column_name_matching_mode: 'match_case',
  }
}

const jsonSettings: ClickHouseSettings = {
  input_format_json_read_numbers_as_strings: 1,
  input_format_json_read_bools_as_strings: 1,
  input_format_json_read_objects_as_strings: 1,
  input_format_json_read_arrays_as_strings: 1,
  input_format_skip_unknown_fields: 1,
  input_format_json_ignore_unknown_keys_in_named_tuple: 1,
  input_format_json_defaults_for_missing_elements_in_named_tuple: 1,
  schema_inference_make_columns_nullable: 1,
  // The more rows are sampled, the fewer members appear only later.
  input_format_max_rows_to_read_for_schema_inference: '200000',
  input_format_max_bytes_to_read_for_schema_inference: '134217728',
}

const mebibyte = 1024 * 1024

/**
 * Blocks as large as a MergeTree table prefers, and no larger than a sixteenth of a query's memory: while one is
 * written, the next ones are read, parsed and sorted on all cores.
 */
function memorySettings(bytes: number | undefined): ClickHouseSettings {
  const share = Math.min(256 * mebibyte, Math.max(8 * mebibyte, Math.floor((bytes ?? 8192 * mebibyte) / 16)))
  return {
    // A line has some hundred columns while it is processed: small blocks limit the memory.
    max_block_size: '16384',
    input_format_parquet_max_block_size: '16384',
    // Two insert threads need twice the memory, which a small warehouse does not have.
    max_insert_threads: (bytes ?? 8192 * mebibyte) >= 4096 * mebibyte ? '2' : '1',
    min_insert_block_size_rows: '1000000',
    min_insert_block_size_bytes: String(share),
    input_format_parquet_memory_low_watermark: String(mebibyte * 2),
    input_format_parquet_memory_high_watermark: String(share * 2),
  }
}
