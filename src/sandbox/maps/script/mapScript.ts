import { TILE_SIZE } from "./mercator.ts";
import { overlaysScript } from "./overlaysScript.ts";

const baseScript = `
  function Events() { this.handlers = {}; }
  Events.prototype.on = function (type, handler) { (this.handlers[type] = this.handlers[type] || []).push(handler); };
  Events.prototype.emit = function (type, event) {
    (this.handlers[type] || []).slice().forEach(function (handler) { handler(event); });
  };
  function LngLat(lng, lat) { this.lng = lng; this.lat = lat; }
  LngLat.prototype.getLng = function () { return this.lng; };
  LngLat.prototype.getLat = function () { return this.lat; };
  function toLngLat(value) { return Array.isArray(value) ? new LngLat(value[0], value[1]) : value; }
  function metresPerPixel(lat, zoom) {
    return 2 * Math.PI * 6378137 * Math.cos(lat * Math.PI / 180) / (SIZE * Math.pow(2, zoom));
  }
  function project(at, zoom) {
    var scale = SIZE * Math.pow(2, zoom), radians = at.lat * Math.PI / 180;
    return { x: (at.lng + 180) / 360 * scale, y: (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2 * scale };
  }
  function unproject(x, y, zoom) {
    var scale = SIZE * Math.pow(2, zoom);
    var lat = Math.atan(Math.sinh(Math.PI * (1 - 2 * y / scale))) * 180 / Math.PI;
    return new LngLat(+(x / scale * 360 - 180).toFixed(6), +lat.toFixed(6));
  }
`;

/** The map itself: tiles, panning with the mouse, zooming with the wheel. */
const mapClassScript = `
  function Map(container, options) {
    Events.call(this);
    this.container = typeof container === 'string' ? document.getElementById(container) : container;
    this.container.style.cssText += ';position:relative;overflow:hidden;touch-action:none';
    this.overlays = new Set();
    this.zoom = options.zoom;
    this.center = toLngLat(options.center);
    this.tiles = document.createElement('div');
    this.shapes = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    this.shapes.style.cssText = 'position:absolute;left:0;top:0;width:100%;height:100%;z-index:10;pointer-events:none';
    this.container.append(this.tiles, this.shapes);
    this.listen();
    this.draw();
    var map = this;
    setTimeout(function () { map.emit('complete', {}); });
  }
  Map.prototype = Object.create(Events.prototype);
  Map.prototype.origin = function () {
    var middle = project(this.center, this.zoom), box = this.container.getBoundingClientRect();
    return { x: middle.x - box.width / 2, y: middle.y - box.height / 2 };
  };
  Map.prototype.toPixels = function (at) {
    var point = project(at, this.zoom), origin = this.origin();
    return { x: point.x - origin.x, y: point.y - origin.y };
  };
  Map.prototype.toLngLat = function (x, y) {
    var origin = this.origin();
    return unproject(origin.x + x, origin.y + y, this.zoom);
  };
  Map.prototype.draw = function () {
    var origin = this.origin(), box = this.container.getBoundingClientRect(), nodes = [];
    for (var x = Math.floor(origin.x / SIZE); x * SIZE < origin.x + box.width; x++)
      for (var y = Math.floor(origin.y / SIZE); y * SIZE < origin.y + box.height; y++) {
        if (x < 0 || y < 0 || x >= Math.pow(2, this.zoom) || y >= Math.pow(2, this.zoom)) continue;
        var tile = document.createElement('img');
        tile.alt = '';
        tile.draggable = false;
        tile.src = BASE + '/tiles/' + this.zoom + '/' + x + '/' + y + '.svg';
        tile.style.cssText = 'position:absolute;left:' + (x * SIZE - origin.x) + 'px;top:' + (y * SIZE - origin.y) + 'px';
        nodes.push(tile);
      }
    this.tiles.replaceChildren.apply(this.tiles, nodes);
    this.overlays.forEach(function (overlay) { overlay.place(); });
  };
  Map.prototype.setZoomAndCenter = function (zoom, center) {
    this.zoom = Math.max(3, Math.min(18, Math.round(zoom)));
    this.center = toLngLat(center);
    this.draw();
  };
  Map.prototype.getZoom = function () { return this.zoom; };
  Map.prototype.clearMap = function () { this.overlays.forEach(function (overlay) { overlay.setMap(null); }); };
  Map.prototype.setFitView = function (overlays, immediately, avoid, maxZoom) {
    var corners = Array.from(overlays || this.overlays).flatMap(function (overlay) { return overlay.corners(); })
      .map(toLngLat);
    if (corners.length === 0) return;
    var lngs = corners.map(function (at) { return at.lng; }), lats = corners.map(function (at) { return at.lat; });
    var low = new LngLat(Math.min.apply(null, lngs), Math.min.apply(null, lats));
    var high = new LngLat(Math.max.apply(null, lngs), Math.max.apply(null, lats));
    var box = this.container.getBoundingClientRect(), zoom = maxZoom || 18, space = avoid || [60, 60, 60, 60];
    for (; zoom > 3; zoom--) {
      var a = project(low, zoom), b = project(high, zoom);
      var wide = box.width - space[2] - space[3], tall = box.height - space[0] - space[1];
      if (b.x - a.x <= wide && a.y - b.y <= tall) break;
    }
    this.setZoomAndCenter(zoom, [(low.lng + high.lng) / 2, (low.lat + high.lat) / 2]);
  };
  Map.prototype.listen = function () {
    var map = this, start = null, isDragged = false, container = this.container;
    container.addEventListener('pointerdown', function (event) {
      start = { x: event.clientX, y: event.clientY, middle: project(map.center, map.zoom) };
      isDragged = false;
      container.setPointerCapture(event.pointerId);
    });
    container.addEventListener('pointermove', function (event) {
      if (!start || (!isDragged && Math.hypot(event.clientX - start.x, event.clientY - start.y) < 3)) return;
      isDragged = true;
      map.center = unproject(start.middle.x - event.clientX + start.x, start.middle.y - event.clientY + start.y, map.zoom);
      map.draw();
    });
    container.addEventListener('pointerup', function () { start = null; });
    container.addEventListener('click', function (event) {
      if (isDragged) return;
      var box = container.getBoundingClientRect();
      map.emit('click', { lnglat: map.toLngLat(event.clientX - box.left, event.clientY - box.top) });
    });
    container.addEventListener('wheel', function (event) {
      event.preventDefault();
      map.setZoomAndCenter(map.zoom + (event.deltaY < 0 ? 1 : -1), map.center);
    }, { passive: false });
  };
`;

/**
 * Returns the script that plays the part of Amap's JavaScript API 2.0 that the app uses, under Amap's names: Map (`on`
 * complete and click, `clearMap`, `setFitView`, `setZoomAndCenter`, `getZoom`), Marker, Circle and Polygon. Calls
 * `callback` when done, as `/maps?callback=` does. It has no other layers, controls, plugins or projections; anything
 * beyond this throws, as a missing name does.
 */
export function mapScript(baseUrl: string, callback: string): string {
  return `(function () {
  var BASE = ${JSON.stringify(baseUrl)}, SIZE = ${TILE_SIZE};
${baseScript}${mapClassScript}${overlaysScript}
  window.AMap = { version: '2.0', Map: Map, Marker: Marker, Circle: Circle, Polygon: Polygon, LngLat: LngLat };
  window[${JSON.stringify(callback)}]();
})();
`;
}
