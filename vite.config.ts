import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { pageModules } from "./scripts/lib/pageModules.ts";
import { assetFileNames, screensBuild } from "./scripts/lib/screensBuild.ts";
import { serverBuild } from "./scripts/lib/serverBuild.ts";
import { slimLibraries } from "./scripts/lib/slimLibraries.ts";

const api = process.env.API_URL ?? "http://127.0.0.1:8081";
const unitFiles = [
  "src/**/*.test.ts",
  "src/**/*.test.tsx",
  "scripts/**/*.test.ts",
  "tests/support/**/*.test.ts",
];

const productionRouter = fileURLToPath(
  new URL("node_modules/react-router/dist/production/index.mjs", import.meta.url),
);

/**
 * Lets the bundler drop the parts of react-router that nobody imports (forms, links, framework mode): they are built by
 * calls and named by assignments at the top level, which count as side effects. Saves 3.5 KB of the first load.
 */
const slimRouter: Plugin = {
  name: "slim-router",
  apply: "build",
  transform: {
    filter: { id: /node_modules\/react-router\/dist\// },
    handler: (code) => ({
      code: code
        .replace(/^\w+\.displayName = .*;$/gm, "")
        .replace(/= (React\d*\.(?:forwardRef|createContext|memo)\()/g, "= /* @__PURE__ */ $1"),
      map: null,
    }),
  },
};

/**
 * What every first visit needs, in one file: many small files compress worse than one, and each import of one is a
 * name in a list. Everything else stays with the page that asks for it.
 */
const firstFile = new RegExp(
  [
    "node_modules/(react|react-dom|scheduler|mobx|mobx-react-lite|react-router|react-router-dom)/",
    "src/contract/(constants|distance|endpoint|restaurant/endpoints)",
    "src/web/Sections|src/web/shared/(routing/(?!safeRedirect)|api/(ApiClient|ApiError|readReply|request|Freshness)\\.)",
    "src/web/shared/(Loadable|storage|visitStorage|texts|Session|log|notify)\\.",
    "src/web/shared/ui/(cx|Outline|AppLink|TabBar|OfflineBanner|RestoringBanner)",
    "src/web/h5/(H5App|routes|homeMessages|MainTabs|wireValues|RootStore|useStores|features/location/lastPlace|stores/HomeStore|art/noodles)",
    "normalizeStores|preload-helper|rolldown.runtime",
  ].join("|"),
);

/** Who the customer is: login, profile and paying share these, which would be seven small files otherwise. */
const accountFile = new RegExp(
  [
    "src/web/bridge/environment|src/contract/(user|wechat)/endpoints",
    "src/web/h5/stores/(UserStore|WechatStore|SettingsStore|bridgeDoor)",
    "src/web/h5/features/user/(WechatTrip|WechatWait|normalizeLogin)",
  ].join("|"),
);

/** What nearly every page but the first ones shows: its bar, buttons, empty and failed states. */
const statesFile = /src\/web\/shared\/ui\/(EmptyState|FailedState|Button|Drawing|Skeleton)/;

/** What a menu and most other pages show at once. */
const partsFile =
  /src\/web\/shared\/ui\/(Icon|NavBar|Price|Picture|Stepper|SearchBox|listTexts)|src\/contract\/menu\/endpoints|src\/web\/h5\/(features\/menu\/(normalizeMenu|Dish)\.|pages\/useReturn|fullName|homeMoreMessages|formatMoment|stores\/ShownDishStore)|src\/web\/shared\/randomKey|src\/contract\/(phone|money|delivery-fee)\./;

/** Choosing dishes: what both menus are made of, the cart, and what the device keeps of the last menu. */
const menuFile = new RegExp(
  [
    "src/web/h5/stores/(CartStore|cartShelf|MenuStore|RestaurantStore|deliveryAddress)",
    "src/web/h5/features/(cart/(CartLine|reconcile|CartBar)|address/SavedAddress|restaurant/(Store|parseStore))\\.",
    "src/web/h5/features/menu/(?!DishSheet|normalizeMenu|Dish\\.)|src/web/h5/pages/(MenuBody|useMenuDialogs|useMenuExtras)|src/web/h5/menuMessages",
    "src/web/shared/(KeptAnswer|keptAnswers|runKept)|src/web/h5/pages/MenuPage.module",
  ].join("|"),
);

/** Choosing in a store for now or for a time: its menu and what follows it. */
const inStoreFile =
  /src\/web\/h5\/(stores\/(PlanStore|inStoreCart|planShelf)|features\/cart\/KeptCarts|features\/booking\/(Plan|TypeSwitch)\.)/;

/** What rises over a page, and what every such layer owes it. */
const layersFile = /src\/web\/shared\/ui\/(Sheet|useLayer|LayerHistory)/;

/** Choosing a store, and what one does there without a menu: the pages share nearly everything. */
const choosingFile = new RegExp(
  [
    "src/web/h5/pages/(RestaurantSelect|SelfService|VoucherGate|Prepaid|usePrepaidPlan|useRedeeming|useFavourites|useStoreSearch)",
    "src/web/h5/stores/(FavouriteStore|RestaurantListStore|RedeemStore|prepaidPlan)",
    "src/web/h5/features/(prepaid/|restaurant/(StoreRow|StoreState|WayTabs|NearestCard|readTableLink|sayPauseEnd|normalizeFavourites))",
    "src/web/h5/(restaurantMessages|prepaidMessages|inStorePaths)",
  ].join("|"),
);

/** What the pages of orders share: following them live, their cards and buttons, and the number of unread messages. */
const ordersFile = new RegExp(
  [
    "src/web/shared/(api/(Event|uploadFile|fetchFile)|shrinkPicture)|src/contract/live|src/web/h5/stores/(LiveStore|OrderStore|PaymentStore|PayChoiceStore|CardStore|uploadPicture|ChatStateStore)|src/web/h5/(orderMessages|orderingMessages)|src/contract/order/(endpoints|status)",
    "src/web/h5/features/order/(OrderLines|OrderActions|AmountLines|CancelSheet|Card|SubmitBar|readQuote|intent|formatMoment|isLive)\\.",
    "src/web/h5/(GuestNotice|unreadMessages)|src/web/shared/ui/CountBadge|src/web/h5/pages/(usePolling|useLiveOrders|useOrderActions|usePayPlan|PayChoiceCards|useCopying|useUnread|UnreadBadge)",
    "src/web/h5/features/payment/(payQueryPauses|PayMethods|PointsSwitch)|src/contract/((card|chat)/endpoints|chat/limits)",
  ].join("|"),
);

/** Lists that grow, what shows them, and one that two pages have. */
const listsFile =
  /src\/web\/shared\/(PagedList|ui\/(EndlessList|PullDown))|stores\/InviteStore|contract\/invite\/endpoints/;

/**
 * One build (`vite build --app`): `client` makes dist/web, `screens` the same pages for the server in dist/screens, and
 * `server` makes dist/server.
 * The targets are the oldest engines of the WeChat webview we support (Android XWEB, iOS 14).
 */
export default defineConfig({
  plugins: [react(), slimRouter, slimLibraries, pageModules, screensBuild, serverBuild],
  // The package's own map leads to its development build whatever the mode; the other one is smaller and silent.
  resolve: { alias: [{ find: /^react-router$/, replacement: productionRouter }] },
  server: {
    host: "127.0.0.1",
    port: Number(process.env.PORT ?? 8080),
    proxy: { "/api": api, "/media": api },
  },
  environments: {
    client: {
      build: {
        outDir: "dist/web",
        target: ["chrome87", "safari14"],
        // Safari on a phone is a target of its own: it alone needs some prefixes (-webkit-text-size-adjust).
        cssTarget: ["chrome87", "safari14", "ios14"],
        rolldownOptions: {
          // vConsole evaluates what developers type; it comes in a chunk of its own, and ours is watched by Biome.
          checks: { eval: false },
          output: {
            chunkFileNames: "assets/[name]-[hash:7].js",
            assetFileNames,
            codeSplitting: {
              groups: [
                { name: "first", test: firstFile },
                { name: "menu", test: menuFile, includeDependenciesRecursively: false },
                { name: "account", test: accountFile },
                { name: "states", test: statesFile },
                { name: "parts", test: partsFile },
                { name: "inStore", test: inStoreFile, includeDependenciesRecursively: false },
                { name: "Sheet", test: layersFile, includeDependenciesRecursively: false },
                { name: "choosing", test: choosingFile, includeDependenciesRecursively: false },
                { name: "orders", test: ordersFile, includeDependenciesRecursively: false },
                { name: "lists", test: listsFile, includeDependenciesRecursively: false },
              ],
            },
          },
        },
        manifest: true,
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        reportCompressedSize: false,
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const { client, screens, server } = builder.environments;
      if (!client || !screens || !server) throw new Error("all environments are needed");
      for (const part of [client, screens, server]) await builder.build(part);
    },
  },
  test: {
    maxWorkers: 2,
    // Waits are for conditions; how long they may take is a matter of the machine, not of the test.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: unitFiles,
          environment: "node",
          // Some start a database or a process of their own, which takes its time on a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { extends: true, test: { name: "architecture", include: ["tests/architecture/**/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "api",
          include: ["tests/api/**/*.test.ts"],
          globalSetup: ["tests/support/databases/globalSetupEmbedded.ts"],
          setupFiles: ["tests/support/api/everyTest.ts"],
          // Each file has a server and a database of its own; modules may be shared, which halves the time.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "api-external",
          include: ["tests/api/**/*.test.ts"],
          globalSetup: ["tests/support/databases/globalSetupExternal.ts"],
          setupFiles: ["tests/support/api/everyTest.ts"],
          // Each file has a server and a database of its own; modules may be shared, which halves the time.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "journeys",
          include: ["tests/journeys/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
