/**
 * Overlays of the played JavaScript API 2.0: Marker (a DOM element that can be dragged), Circle and Polygon (SVG shapes).
 * Only what `public/map.html` calls, by the names of Amap's reference.
 */
export const overlaysScript = `
  var anchors = { center: '-50%,-50%', 'bottom-center': '-50%,-100%', 'top-left': '0,0' };
  function Overlay(options) {
    Events.call(this);
    this.options = Object.assign({}, options);
    if (options.map) this.setMap(options.map);
  }
  Overlay.prototype = Object.create(Events.prototype);
  Overlay.prototype.setMap = function (map) {
    if (this.map) {
      this.element.remove();
      this.map.overlays.delete(this);
    }
    this.map = map;
    if (!map) return;
    map.overlays.add(this);
    this.element = this.create();
    this.place();
  };

  function Marker(options) { Overlay.call(this, options); }
  Marker.prototype = Object.create(Overlay.prototype);
  Marker.prototype.create = function () {
    var element = document.createElement('div');
    element.className = 'amap-marker';
    element.innerHTML = this.options.content;
    element.title = this.options.title || '';
    element.style.cssText = 'position:absolute;left:0;top:0;cursor:' + (this.options.cursor || 'pointer') +
      ';touch-action:none;z-index:' + (this.options.zIndex || 100);
    this.listen(element);
    this.map.container.append(element);
    return element;
  };
  Marker.prototype.place = function () {
    var at = this.map.toPixels(this.getPosition());
    this.element.style.transform = 'translate(' + at.x + 'px,' + at.y + 'px) translate(' +
      anchors[this.options.anchor || 'top-left'] + ')';
  };
  Marker.prototype.getPosition = function () { return toLngLat(this.options.position); };
  Marker.prototype.setPosition = function (position) {
    this.options.position = position;
    if (this.map) this.place();
  };
  Marker.prototype.listen = function (element) {
    var marker = this, start = null, isDragged = false;
    element.addEventListener('pointerdown', function (event) {
      event.stopPropagation();
      if (event.button !== 0 || !marker.options.draggable) return;
      event.preventDefault();
      element.setPointerCapture(event.pointerId);
      isDragged = false;
      start = { x: event.clientX, y: event.clientY, at: marker.map.toPixels(marker.getPosition()) };
    });
    element.addEventListener('pointermove', function (event) {
      if (!start) return;
      var dx = event.clientX - start.x, dy = event.clientY - start.y;
      if (!isDragged && Math.hypot(dx, dy) < 3) return;
      if (!isDragged) marker.emit('dragstart', {});
      isDragged = true;
      marker.setPosition(marker.map.toLngLat(start.at.x + dx, start.at.y + dy));
      marker.emit('dragging', { lnglat: marker.getPosition() });
    });
    element.addEventListener('pointerup', function () {
      if (!start) return;
      start = null;
      marker.emit(isDragged ? 'dragend' : 'click', { lnglat: marker.getPosition() });
    });
    element.addEventListener('click', function (event) { event.stopPropagation(); });
    element.addEventListener('dblclick', function (event) {
      event.stopPropagation();
      marker.emit('dblclick', { lnglat: marker.getPosition() });
    });
  };

  function Shape(options) { Overlay.call(this, options); }
  Shape.prototype = Object.create(Overlay.prototype);
  Shape.prototype.create = function () {
    var element = document.createElementNS('http://www.w3.org/2000/svg', this.tag), options = this.options;
    element.setAttribute('stroke', options.strokeColor || '#00D3FC');
    element.setAttribute('stroke-width', options.strokeWeight || 2);
    element.setAttribute('fill', options.fillColor || '#00B2D5');
    element.setAttribute('fill-opacity', options.fillOpacity === undefined ? 0.5 : options.fillOpacity);
    this.map.shapes.append(element);
    return element;
  };

  function Circle(options) { Shape.call(this, options); }
  Circle.prototype = Object.create(Shape.prototype);
  Circle.prototype.tag = 'circle';
  Circle.prototype.place = function () {
    var center = toLngLat(this.options.center), at = this.map.toPixels(center);
    this.element.setAttribute('cx', at.x);
    this.element.setAttribute('cy', at.y);
    this.element.setAttribute('r', this.options.radius / metresPerPixel(center.lat, this.map.zoom));
  };
  Circle.prototype.setCenter = function (center) { this.options.center = center; this.place(); };
  Circle.prototype.setRadius = function (radius) { this.options.radius = radius; this.place(); };
  Circle.prototype.corners = function () {
    var center = toLngLat(this.options.center), degrees = this.options.radius / 111195;
    var wide = degrees / Math.cos(center.lat * Math.PI / 180);
    return [[center.lng - wide, center.lat - degrees], [center.lng + wide, center.lat + degrees]];
  };

  function Polygon(options) { Shape.call(this, options); }
  Polygon.prototype = Object.create(Shape.prototype);
  Polygon.prototype.tag = 'polygon';
  Polygon.prototype.place = function () {
    var map = this.map;
    this.element.setAttribute('points', this.options.path.map(function (corner) {
      var at = map.toPixels(toLngLat(corner));
      return at.x + ',' + at.y;
    }).join(' '));
  };
  Polygon.prototype.setPath = function (path) { this.options.path = path; this.place(); };
  Polygon.prototype.corners = function () { return this.options.path; };
  Marker.prototype.corners = function () { return [this.options.position]; };
`;
