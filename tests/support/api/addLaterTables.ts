import { everyDay } from "#contract/restaurant/opening-hours.ts";

/** Rows by table. */
export type Rows = Record<string, Record<string, unknown>[]>;

/** Applies later migrations: new tables and columns, which are empty, and hours by weekday. */
export function addLaterTables(rows: Rows): Rows {
  const staff = (rows.staff ?? []).map(({ restaurant_id, ...row }) => ({ ...row, last_login_at: null }));
  const restaurants = (rows.restaurants ?? []).map(({ start_time, end_time, ...row }) => ({
    ...row,
    version: 1,
    week_hours: everyDay([String(start_time), String(end_time)]),
    special_days: [],
    minimum_order_fen: null,
    delivery_fee_fen: null,
    delivery_base_m: null,
    delivery_km_fee_fen: null,
    free_delivery_from_fen: null,
    packing_fee_fen: null,
    // What the rows of this test have is no polygon.
    delivery_area: null,
    delivery_minutes: null,
    slot_minutes: null,
    booking_lead_minutes: null,
    booking_days: null,
    pictures: [],
    business_licence: null,
    food_licence: null,
    pictures_version: 1,
  }));
  const orders = (rows.orders ?? []).map((row) => ({
    ...row,
    delivery_minutes: null,
    packing_fee_fen: 0,
    traceparent: null,
  }));
  const dishes = (rows.dishes ?? []).map((row) => ({
    ...row,
    weekdays: null,
    sold_from: null,
    sold_until: null,
    min_quantity: null,
    max_quantity: null,
    allergens: null,
    nutrition: null,
    variant_rank: 0,
    on_sale: true,
  }));
  const store_dishes = (rows.store_dishes ?? []).map((row) => ({
    ...row,
    offered: true,
    daily_stock: null,
    stock_day_at: null,
    stock_reset_at: null,
    sold_out_until: null,
  }));
  const users = (rows.users ?? []).map((row) => ({
    ...row,
    deletion_requested_at: null,
    deletion_due_at: null,
    deleted_at: null,
  }));
  const refunds = (rows.refunds ?? []).map((row) => ({ ...row, restaurant_id: null, traceparent: null }));
  const payment_attempts = (rows.payment_attempts ?? []).map((row) => ({
    ...row,
    app_id: null,
    traceparent: null,
  }));
  const conversations = (rows.conversations ?? []).map((row) => ({
    ...row,
    newest_message_id: row.last_message_id,
  }));
  const menu = { dishes, store_dishes, dish_drafts: [], dish_price_changes: [] };
  const empty = {
    setup_codes: [],
    verification_files: [],
    chain_settings: [],
    staff_restaurants: [],
    data_copies: [],
    legal_texts: [],
    consents: [],
    order_history_archives: [],
  };
  const figures = {
    hourly_figures: [],
    restaurant_figures: [],
    dish_figures: [],
    cancellation_figures: [],
    outdated_figures: [],
    chain_figures: [],
    outdated_chain_figures: [],
    figures_progress: [{ id: 1, restaurant_id: "", completed_at: null }],
  };
  const invoices = { invoices: [], invoice_history: [], invoice_files: [], invoice_titles: [] };
  return {
    ...rows,
    users,
    staff,
    restaurants,
    orders,
    refunds,
    payment_attempts,
    conversations,
    ...menu,
    ...empty,
    ...figures,
    ...invoices,
  };
}
