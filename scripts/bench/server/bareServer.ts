import { createServer } from "node:http";
import pg from "pg";

/**
 * Floor server: minimal HTTP server that builds a menu from rows for each request. `/memory` reads the rows
 * from memory, `/database` queries them. Runs as a separate process with the database's address.
 */
const query = `select d.id, d.name, coalesce(s.price_fen, d.price_fen) as price, d.original_price_fen as original_price,
    d.image, d.description, s.sales, s.stock, s.sold_out, c.name as category, c.rank as cat_rank, c.icon as category_icon,
    d.spu_id, d.spu_name, d.spec_name, d.day_parts, d.in_store
  from store_dishes s join dishes d on d.id = s.dish_id and d.retired_at is null join menu_categories c on c.id = d.category_id
  where s.restaurant_id = $1 order by c.rank, d.rank, d.id`;

interface Row extends Record<string, unknown> {
  stock: number | null;
  sold_out: boolean;
  day_parts: string[] | null;
  in_store: boolean;
}

const pool = new pg.Pool({ connectionString: process.argv[2], max: 20 });
pg.types.setTypeParser(20, Number);
const cachedRows = new Map<string, Row[]>();

async function fetchRows(store: string): Promise<Row[]> {
  return (await pool.query<Row>(query, [store])).rows;
}

async function getRows(store: string): Promise<Row[]> {
  const rows = cachedRows.get(store) ?? (await fetchRows(store));
  cachedRows.set(store, rows);
  return rows;
}

function menu(rows: Row[], part: string): string {
  const data = rows
    .filter((row) => row.in_store && (row.day_parts === null || row.day_parts.includes(part)))
    .map(({ sold_out, day_parts: _parts, in_store: _inStore, ...row }) => ({
      ...row,
      stock: sold_out ? 0 : row.stock,
    }));
  return JSON.stringify({ code: 200, msg: "ok", data });
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://floor");
  const store = searchParams.get("restaurant_id") ?? "";
  const rows = pathname === "/memory" ? await getRows(store) : await fetchRows(store);
  const body = menu(rows, searchParams.get("part") ?? "");
  response.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" ? address?.port : 0);
});
